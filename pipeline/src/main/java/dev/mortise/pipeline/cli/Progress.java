package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.summary.CounterTotals;
import dev.mortise.pipeline.summary.Humanize;
import dev.mortise.pipeline.summary.InputSummary;
import dev.mortise.pipeline.summary.RunSummary;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Tells people how a long run is getting on. A terminal's line is written over every five seconds;
 * elsewhere lines add up, so each waits twice as long as the one before, up to a minute.
 */
final class Progress {
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration MOST = Duration.ofMinutes(1);
  private static final String ERASE_LINE = "\r\u001b[2K";

  private final PipelineSpec spec;
  private final Console console;
  private Duration pause = FIRST;
  private Duration due = FIRST;
  private Duration lastTime = Duration.ZERO;
  private long lastRows;
  private boolean shown;

  Progress(PipelineSpec spec, Console console) {
    this.spec = spec;
    this.console = console;
  }

  /**
   * Says something if it is time to.
   *
   * @param elapsed time since the run began
   * @param counters asked only if it is
   */
  void tick(Duration elapsed, Supplier<CounterTotals> counters) {
    if (elapsed.compareTo(due) < 0) {
      return;
    }
    String line = line(elapsed, counters.get());
    if (console.terminal()) {
      console.err().print(ERASE_LINE + line);
    } else {
      console.err().println(line);
      Duration twice = pause.multipliedBy(2);
      pause = twice.compareTo(MOST) < 0 ? twice : MOST;
    }
    console.err().flush();
    shown = true;
    due = elapsed.plus(pause);
  }

  /** Says something that stays. */
  void say(String line) {
    clear();
    console.err().println(line);
    console.err().flush();
  }

  /** Leaves the terminal as it was, before something else is written. */
  void clear() {
    if (shown && console.terminal()) {
      console.err().print(ERASE_LINE);
      console.err().flush();
    }
  }

  private String line(Duration elapsed, CounterTotals counters) {
    RunSummary now = RunSummary.of(spec, RunSummary.Outcome.CANCELLED, counters, elapsed);
    long rows = now.left().rowsRead() + now.right().rowsRead();
    long millis = Math.max(1, elapsed.minus(lastTime).toMillis());
    // A job that a runner has started again counts from zero.
    long rate = Math.max(0, rows - lastRows) * 1000 / millis;
    lastTime = elapsed;
    lastRows = rows;
    return String.format(
        "%s  %s  %s  pairs %s  %s rows/s",
        Humanize.elapsed(Duration.ofSeconds(elapsed.toSeconds())),
        input(now.left()),
        input(now.right()),
        Humanize.count(now.pairs()),
        Humanize.count(rate));
  }

  private static String input(InputSummary input) {
    StringBuilder text = new StringBuilder(input.name());
    text.append(' ').append(Humanize.count(input.rowsRead())).append(" read");
    append(text, input.matched(), "matched");
    append(text, input.unmatched(), "unmatched");
    append(text, input.late(), "late");
    append(text, input.deadLetters(), "dead letters");
    append(text, input.buffered(), "waiting");
    return text.toString();
  }

  private static void append(StringBuilder text, long count, String what) {
    // Fewer than none may wait where an earlier run has counted those that came.
    if (count > 0) {
      text.append(", ").append(Humanize.count(count)).append(' ').append(what);
    }
  }
}
