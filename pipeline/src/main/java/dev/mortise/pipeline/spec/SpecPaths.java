package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.SpecNode.Text;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Resolves the paths of a spec, relative to the directory that holds it. */
final class SpecPaths {
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:/.*");

  private static final int LONGEST = 4096;

  private final Path directory;

  SpecPaths(Path directory) {
    this.directory = directory;
  }

  /** Whether the path stands for all the files that match it. */
  static boolean isPattern(String path) {
    return path.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{');
  }

  /** A path or glob, absolute. */
  @Nullable String pattern(SpecNode node, Text text) {
    String path = path(node, text);
    if (path == null || !isPattern(text.value())) {
      return path;
    }
    try {
      FileSystems.getDefault().getPathMatcher("glob:" + path);
    } catch (PatternSyntaxException e) {
      node.problem(
          text.quoted() + " is not a valid pattern. Close its brackets, such as part-[0-9].jsonl.");
      return null;
    }
    if (!text.value().startsWith("/") && isPattern(directory.toString())) {
      node.problem(
          "a relative pattern needs a directory without pattern characters, but the spec lies in "
              + Quoted.of(directory.toString())
              + ". Rename the directory, or name the files one by one.");
      return null;
    }
    return path;
  }

  /** A path, absolute. */
  @Nullable String path(SpecNode node, Text text) {
    if (SCHEME.matcher(text.value()).matches()) {
      node.problem(
          text.quoted()
              + " is a URL, and this version of Mortise reads and writes local files only. Write a"
              + " plain path.");
      return null;
    }
    if (text.value().length() > LONGEST) {
      node.problem(
          text.quoted()
              + " has over "
              + LONGEST
              + " characters, more than a path has. Shorten it.");
      return null;
    }
    try {
      if (text.value().chars().anyMatch(Character::isISOControl)) {
        throw new InvalidPathException(text.typed(), "control character");
      }
      return directory.resolve(text.value()).normalize().toString();
    } catch (InvalidPathException e) {
      node.problem(text.quoted() + " is not a valid path. Write one such as data/orders.jsonl.");
      return null;
    }
  }
}
