package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.InputFile;
import dev.mortise.pipeline.format.UnreadableInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult.Metadata;

/** Finds the files of a pattern. */
public final class InputFiles {
  private InputFiles() {}

  /**
   * The files that a path or glob stands for, by name. Each is called by its path below the
   * pattern's last folder without a wildcard: its base name, unless the pattern spans folders.
   *
   * @param pattern absolute path or glob
   * @param written the pattern as the user wrote it, for messages
   * @throws UnreadableInputException if there are none, or one is a folder
   */
  public static List<InputFile> find(String pattern, String written) throws IOException {
    List<Metadata> found;
    try {
      found = FileSystems.match(pattern, EmptyMatchTreatment.ALLOW).metadata();
    } catch (FileNotFoundException e) {
      found = List.of();
    }
    if (found.isEmpty()) {
      throw new UnreadableInputException(
          "\"" + written + "\": there is no such file (" + pattern + ")");
    }
    String folder = pattern.substring(0, fixedFolder(pattern));
    List<InputFile> files = new ArrayList<>();
    for (Metadata file : found) {
      String path = file.resourceId().toString();
      if (file.resourceId().isDirectory()
          || java.nio.file.Files.isDirectory(java.nio.file.Path.of(path))) {
        throw new UnreadableInputException(
            "\"" + written + "\": must be files, but " + path + " is a folder");
      }
      String name =
          path.startsWith(folder)
              ? path.substring(folder.length())
              : path.substring(path.lastIndexOf('/') + 1);
      files.add(new InputFile(file.resourceId(), name, file.sizeBytes()));
    }
    files.sort(Comparator.comparing(file -> file.resource().toString()));
    return files;
  }

  /** How much of a pattern is the folder that all of its files are below. */
  private static int fixedFolder(String pattern) {
    int end = 0;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '/') {
        end = i + 1;
      } else if (c == '*' || c == '?' || c == '[' || c == '{' || c == '\\') {
        break;
      }
    }
    return end;
  }
}
