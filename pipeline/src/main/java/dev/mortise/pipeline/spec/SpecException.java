package dev.mortise.pipeline.spec;

import java.util.List;

/**
 * A spec that can't be run, with everything that is wrong with it. Each problem is one sentence for
 * the user, such as {@code join.within.after (spec.yaml:14): "30 minuts" is not a duration. Write
 * 30m or PT30M.}
 */
public final class SpecException extends Exception {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // An immutable list of strings.
  private final List<String> problems;

  public SpecException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
    this.problems = List.copyOf(problems);
  }

  /** What is wrong, in the order of the file. */
  public List<String> problems() {
    return problems;
  }
}
