package dev.mortise.pipeline.cli;

import java.util.List;

/** Arguments that can't be used, with everything that is wrong with them, for the user. */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // An immutable list of strings.
  private final List<String> problems;

  /** Takes all that is wrong, a message each. */
  public UsageException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
    this.problems = List.copyOf(problems);
  }

  /** What is wrong, a message each. */
  public List<String> problems() {
    return problems;
  }
}
