package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.sink.OldResults;
import dev.mortise.pipeline.spec.FileOutput;
import dev.mortise.pipeline.spec.OutputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SpecException;
import dev.mortise.pipeline.summary.Humanize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes room for the files of a run. */
final class OutputFiles {
  private OutputFiles() {}

  /**
   * Makes the outputs' directories.
   *
   * @throws SpecException if some can't be made or written to
   */
  static void makeDirectories(PipelineSpec spec) throws SpecException {
    List<String> problems = new ArrayList<>();
    for (OutputSpec each : spec.outputs().values()) {
      if (!(each instanceof FileOutput output)) {
        continue;
      }
      Path directory = Path.of(output.path()).getParent();
      if (directory == null) {
        continue;
      }
      try {
        Files.createDirectories(directory);
        // Permissions tell little: root has them all, and some file systems take no files.
        Files.delete(Files.createTempFile(directory, ".mortise", ".probe"));
      } catch (IOException e) {
        problems.add(
            String.format(
                "outputs.%s.to.files (%s:%d): no file can be written to the directory of \"%s\" (%s)."
                    + " Choose another path.",
                output.name(),
                spec.file().getFileName(),
                output.line(),
                output.written(),
                e.getClass().getSimpleName().replace("Exception", "")));
      }
    }
    if (!problems.isEmpty()) {
      throw new SpecException(problems);
    }
  }

  /** Removes what an earlier run left under the outputs' paths. */
  static void clear(PipelineSpec spec, Console console) throws IOException {
    for (OutputSpec output : spec.outputs().values()) {
      int replaced = output instanceof FileOutput files ? OldResults.clear(files) : 0;
      if (replaced > 0) {
        console
            .err()
            .printf(
                "outputs.%s: replacing %s of an earlier run%n",
                output.name(), replaced == 1 ? "1 file" : Humanize.count(replaced) + " files");
      }
    }
  }
}
