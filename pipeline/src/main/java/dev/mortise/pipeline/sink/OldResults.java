package dev.mortise.pipeline.sink;

import dev.mortise.pipeline.spec.FileOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Files of an earlier run under the names that {@link JsonLinesFiles} gives. */
public final class OldResults {
  private OldResults() {}

  /**
   * The finished files of an output, by name; none if its folder does not exist.
   *
   * @throws IOException if the folder can't be read, or is a file
   */
  public static List<Path> find(FileOutput output) throws IOException {
    return matching(output, FileNames.pattern(output, false));
  }

  /**
   * Deletes the finished files of an output, and what a run that was cut off left of unfinished
   * ones. Nothing else in the folder is touched.
   *
   * @return how many finished files there were
   * @throws IOException if the folder can't be read, or a file can't be deleted
   */
  public static int clear(FileOutput output) throws IOException {
    List<Path> finished = find(output);
    for (Path file : finished) {
      Files.deleteIfExists(file);
    }
    for (Path file : matching(output, FileNames.pattern(output, true))) {
      Files.deleteIfExists(file);
    }
    return finished.size();
  }

  private static List<Path> matching(FileOutput output, Pattern name) throws IOException {
    Path folder = FileNames.folder(output);
    if (!Files.exists(folder)) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .filter(file -> name.matcher(String.valueOf(file.getFileName())).matches())
          .filter(Files::isRegularFile)
          .sorted()
          .forEach(found::add);
    }
    return found;
  }
}
