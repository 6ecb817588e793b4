package dev.mortise.pipeline.spec;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Judges whether a pattern of an input would match files of an output. The names of those files are
 * known only in part, {@code PATH-*.jsonl}, so the question is whether two patterns can match the
 * same name.
 */
final class Globs {
  // Braces multiply; a pattern of more is not worth the check.
  private static final int MOST_ALTERNATIVES = 200;

  /**
   * A step of a pattern.
   *
   * @param accepts the characters it takes
   * @param repeats whether it takes any number of them, even none, instead of one
   */
  private record Step(IntPredicate accepts, boolean repeats) {
    static Step literal(char c) {
      return new Step(x -> x == c, false);
    }

    /** Near enough: a set of nothing but foreign letters counts as taking none. */
    boolean takesSomeOfName() {
      return IntStream.range(' ', 127).filter(Globs::inName).anyMatch(accepts);
    }
  }

  private Globs() {}

  /** Whether some file {@code outputPath-*.jsonl} would match the pattern, which must be valid. */
  static boolean matchesOutputOf(String pattern, String outputPath) {
    List<String> alternatives = new ArrayList<>();
    expandBraces(pattern, alternatives);
    return alternatives.stream().anyMatch(plain -> meets(steps(plain), outputPath));
  }

  /** Whether a name fits the pattern's steps and the output's as well. */
  private static boolean meets(List<Step> pattern, String outputPath) {
    String start = outputPath + "-";
    int wild = start.length(); // The output's one step that stands for any characters of a name.
    String output = start + "*.jsonl";
    int m = pattern.size();
    int n = output.length();
    // meet[i][j]: whether the pattern from i on and the output from j on have a name in common.
    boolean[][] meet = new boolean[m + 1][n + 1];
    for (int i = m; i >= 0; i--) {
      for (int j = n; j >= 0; j--) {
        Step step = i < m ? pattern.get(i) : null;
        boolean meets = i == m && j == n;
        if (step != null && step.repeats()) {
          meets |= meet[i + 1][j];
        }
        if (j == wild) {
          meets |= meet[i][j + 1];
        }
        if (step != null && j < n) {
          meets |= sharesOne(step, j == wild, output.charAt(j), meet, i, j);
        }
        meet[i][j] = meets;
      }
    }
    return meet[0][0];
  }

  private static boolean sharesOne(
      Step step, boolean wild, char c, boolean[][] meet, int i, int j) {
    if (step.repeats() && wild) {
      return false; // Both stay where they are: nothing new.
    }
    boolean common = wild ? step.takesSomeOfName() : step.accepts().test(c);
    return common && meet[step.repeats() ? i : i + 1][wild ? j : j + 1];
  }

  private static boolean inName(int c) {
    return c != '/';
  }

  private static List<Step> steps(String pattern) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length()) {
        steps.add(Step.literal(pattern.charAt(++i)));
      } else if (c == '?') {
        steps.add(new Step(Globs::inName, false));
      } else if (c == '*') {
        boolean across = i + 1 < pattern.length() && pattern.charAt(i + 1) == '*';
        i += across ? 1 : 0;
        steps.add(new Step(across ? x -> true : Globs::inName, true));
      } else if (c == '[') {
        int end = endOfSet(pattern, i);
        PathMatcher set =
            FileSystems.getDefault().getPathMatcher("glob:" + pattern.substring(i, end + 1));
        steps.add(new Step(x -> x != '/' && set.matches(Path.of(Character.toString(x))), false));
        i = end;
      } else {
        steps.add(Step.literal(c));
      }
    }
    return steps;
  }

  /** The index of the bracket that closes the set which opens at {@code start}. */
  private static int endOfSet(String pattern, int start) {
    int first = start + 1;
    if (first < pattern.length() && pattern.charAt(first) == '!') {
      first++;
    }
    int end = pattern.indexOf(']', first + 1);
    return end < 0 ? pattern.length() - 1 : end;
  }

  /** Java's patterns don't nest braces. */
  private static void expandBraces(String pattern, List<String> into) {
    int open = -1;
    for (int i = 0; i < pattern.length() && open < 0; i++) {
      switch (pattern.charAt(i)) {
        case '\\' -> i++;
        case '[' -> i = endOfSet(pattern, i);
        case '{' -> open = i;
        default -> {}
      }
    }
    int close = open < 0 ? -1 : pattern.indexOf('}', open);
    if (close < 0) {
      into.add(pattern);
      return;
    }
    for (String alternative : pattern.substring(open + 1, close).split(",", -1)) {
      if (into.size() < MOST_ALTERNATIVES) {
        expandBraces(pattern.substring(0, open) + alternative + pattern.substring(close + 1), into);
      }
    }
  }
}
