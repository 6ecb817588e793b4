package dev.mortise.pipeline.spec;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Judges whether a pattern of an input would match files of an output. The names of those files are
 * known only in part, {@code PATH-*.jsonl}, so the question is whether two patterns can match the
 * same name.
 */
final class Globs {
  // Braces multiply; a pattern of more is not worth the check.
  private static final int MOST_ALTERNATIVES = 1_000;

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
  }

  private static final IntPredicate IN_NAME = c -> c != '/';

  private Globs() {}

  /** Whether some file {@code outputPath-*.jsonl} would match the pattern, which must be valid. */
  static boolean matchesOutputOf(String pattern, String outputPath) {
    List<String> alternatives = new ArrayList<>();
    expandBraces(pattern, alternatives);
    return alternatives.stream().anyMatch(plain -> meets(steps(plain), outputPath));
  }

  private static boolean meets(List<Step> pattern, String outputPath) {
    // The output's own steps: null stands for any characters of a name.
    List<Character> output = new ArrayList<>();
    for (char c : (outputPath + "-").toCharArray()) {
      output.add(c);
    }
    int wild = output.size();
    output.add('*');
    for (char c : ".jsonl".toCharArray()) {
      output.add(c);
    }
    // meet[i][j]: whether the pattern from i on and the output from j on have a name in common.
    boolean[][] meet = new boolean[pattern.size() + 1][output.size() + 1];
    for (int i = pattern.size(); i >= 0; i--) {
      for (int j = output.size(); j >= 0; j--) {
        if (i == pattern.size() || j == output.size()) {
          boolean patternDone = i == pattern.size();
          meet[i][j] =
              patternDone && j == output.size()
                  || !patternDone && pattern.get(i).repeats() && meet[i + 1][j]
                  || patternDone && j == wild && meet[i][j + 1];
          continue;
        }
        Step step = pattern.get(i);
        boolean common = j == wild ? acceptsSomeOfName(step) : step.accepts().test(output.get(j));
        meet[i][j] =
            step.repeats() && meet[i + 1][j]
                || j == wild && meet[i][j + 1]
                || common
                    && meet[step.repeats() ? i : i + 1][j == wild ? j : j + 1]
                    && !(step.repeats() && j == wild);
      }
    }
    return meet[0][0];
  }

  private static boolean acceptsSomeOfName(Step step) {
    for (char c = ' '; c < 127; c++) {
      if (c != '/' && step.accepts().test(c)) {
        return true;
      }
    }
    return step.repeats();
  }

  private static List<Step> steps(String pattern) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length()) {
        steps.add(Step.literal(pattern.charAt(++i)));
      } else if (c == '?') {
        steps.add(new Step(IN_NAME, false));
      } else if (c == '*') {
        boolean across = i + 1 < pattern.length() && pattern.charAt(i + 1) == '*';
        i += across ? 1 : 0;
        steps.add(new Step(across ? x -> true : IN_NAME, true));
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
