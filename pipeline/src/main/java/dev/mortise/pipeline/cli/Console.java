package dev.mortise.pipeline.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where a command reads and writes.
 *
 * @param out for results only, so that scripts can read them
 * @param err for everything that is said to people
 * @param terminal whether {@code err} is a terminal, where a line can be written over
 * @param environment looks up a variable; null for one that is not set
 */
public record Console(
    PrintStream out,
    PrintStream err,
    boolean terminal,
    Function<String, @Nullable String> environment) {

  /** The same, with secrets masked in all that is printed. */
  Console masked() {
    return new Console(MaskedStream.over(out), MaskedStream.over(err), terminal, environment);
  }

  void complain(List<String> problems) {
    problems.forEach(err::println);
    err.flush();
  }
}
