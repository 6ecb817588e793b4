package dev.mortise.pipeline.spec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What was found wrong with a spec so far. */
final class Problems {
  // More would only scroll the first ones, which matter, out of sight.
  private static final int MOST = 100;

  private record Problem(int line, String text) {}

  private final String fileName;
  private final List<Problem> found = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  Problems(String fileName) {
    this.fileName = fileName;
  }

  /**
   * Adds a problem.
   *
   * @param path the field, such as {@code join.within.after}; empty for the file as a whole
   * @param line the line of the field, from 1; 0 for the file as a whole
   * @param text what must hold or was typed, and how to fix it
   */
  void add(String path, int line, String text) {
    found.add(new Problem(line, at(fileName, path, line) + ": " + text));
  }

  /** Adds what is no problem, but worth saying. */
  void warn(String path, int line, String text) {
    warnings.add(Secrets.mask(at(fileName, path, line) + ": " + text));
  }

  /** What is worth saying, in the order in which it was found. */
  List<String> warnings() {
    return warnings.stream().distinct().toList();
  }

  /** How a message names a place of the spec. */
  static String at(String fileName, String path, int line) {
    String place = line > 0 ? fileName + ":" + line : fileName;
    return path.isEmpty() ? place : path + " (" + place + ")";
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** All of them, in the order of the file. */
  SpecException toException() {
    List<String> texts =
        found.stream()
            .sorted(Comparator.comparingInt(Problem::line))
            .map(problem -> Secrets.mask(problem.text()))
            .distinct()
            .toList();
    if (texts.size() > MOST) {
      String more = fileName + ": and " + (texts.size() - MOST) + " more problems.";
      texts = Stream.concat(texts.stream().limit(MOST), Stream.of(more)).toList();
    }
    return new SpecException(texts);
  }
}
