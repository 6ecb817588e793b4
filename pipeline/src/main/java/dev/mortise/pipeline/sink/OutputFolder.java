package dev.mortise.pipeline.sink;

import dev.mortise.pipeline.spec.OutputSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Looks at the folder of an output before a run. */
public final class OutputFolder {
  private OutputFolder() {}

  /**
   * Why an output can't be written, for the user, as far as that can be told without writing; null
   * if nothing speaks against it. A folder that does not exist is made by the run.
   */
  public static @Nullable String problem(OutputSpec output) {
    Path folder = FileNames.folder(output);
    while (!Files.exists(folder)) {
      Path parent = folder.getParent();
      if (parent == null) {
        return "there is no folder above " + output.path();
      }
      folder = parent;
    }
    if (!Files.isDirectory(folder)) {
      return folder + " must be a folder, but is a file";
    }
    if (!Files.isWritable(folder)) {
      return folder + " must be writable, but is not";
    }
    return null;
  }
}
