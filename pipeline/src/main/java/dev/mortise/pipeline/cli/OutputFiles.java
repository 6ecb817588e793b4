package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.sink.OldResults;
import dev.mortise.pipeline.spec.OutputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.summary.Humanize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes room for the files of a run. */
final class OutputFiles {
  private OutputFiles() {}

  /** Makes the outputs' directories, and removes what an earlier run left under their paths. */
  static void prepare(PipelineSpec spec, Console console) throws IOException {
    for (OutputSpec output : spec.outputs().values()) {
      Path directory = Path.of(output.path()).getParent();
      if (directory != null) {
        Files.createDirectories(directory);
      }
      int replaced = OldResults.clear(output);
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
