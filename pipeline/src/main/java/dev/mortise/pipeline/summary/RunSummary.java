package dev.mortise.pipeline.summary;

import dev.mortise.join.JoinSide;
import dev.mortise.pipeline.source.InputMetrics;
import dev.mortise.pipeline.spec.JoinSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a run did, from its counters alone: they are the one thing that comes back from any runner.
 *
 * @param name the pipeline's name
 * @param outcome how the run ended
 * @param left what became of the left input's rows
 * @param right what became of the right input's rows
 * @param strayDeadLetters lines of a script that belong to neither input
 * @param pairs matching pairs
 * @param gap the gap between partners; empty until the stream has ended, and without pairs
 * @param windows what became of the rows of each window, in the order of the spec
 * @param elapsed wall-clock time that the run took
 * @param whole whether the numbers are of all rows; false if the run went on from saved state, and
 *     what was counted before is not among them
 */
public record RunSummary(
    String name,
    Outcome outcome,
    InputSummary left,
    InputSummary right,
    long strayDeadLetters,
    long pairs,
    Optional<GapSummary> gap,
    List<WindowSummary> windows,
    Duration elapsed,
    boolean whole) {

  /** How a run ended. */
  public enum Outcome {
    /** Every row was read and every output written. */
    DONE,
    /** Stopped by its user. */
    CANCELLED
  }

  /** Sums up a run of a spec. */
  public static RunSummary of(
      PipelineSpec spec, Outcome outcome, CounterTotals counters, Duration elapsed) {
    JoinSpec join = spec.join();
    long pairs = counters.get(MetricNames.JOIN, MetricNames.PAIRS);
    return new RunSummary(
        spec.name(),
        outcome,
        InputSummary.of(join.left(), JoinSide.LEFT, counters),
        InputSummary.of(join.right(), JoinSide.RIGHT, counters),
        counters.get(InputMetrics.NAMESPACE, InputMetrics.STRAY_DEAD_LETTERS),
        pairs,
        pairs > 0 ? GapSummary.of(counters) : Optional.empty(),
        spec.windows().values().stream().map(window -> WindowSummary.of(window, counters)).toList(),
        elapsed,
        true);
  }

  /** The same, of a run that went on from saved state and counted from its own start. */
  public RunSummary ofThisRunAlone() {
    return new RunSummary(
        name, outcome, left, right, strayDeadLetters, pairs, gap, windows, elapsed, false);
  }

  /** Both inputs, the left one first. */
  public List<InputSummary> inputs() {
    return List.of(left, right);
  }

  /**
   * One sentence for each input whose rows are not all accounted for, though the run is done. A
   * cancelled run has rows under way, which no counter knows, and one that went on from saved state
   * decides on rows that an earlier one has read.
   */
  public List<String> unaccounted() {
    if (outcome != Outcome.DONE || !whole) {
      return List.of();
    }
    return inputs().stream().flatMap(RunSummary::unaccounted).toList();
  }

  private static Stream<String> unaccounted(InputSummary input) {
    long missing = input.rowsRead() - input.accountedFor();
    if (missing == 0 && input.buffered() == 0) {
      return Stream.empty();
    }
    return Stream.of(
        String.format(
            "%s: every row read must be accounted for, but %s rows read = %s matched + %s unmatched"
                + " + %s late + %s null key + %s dead letters %s %s, with %s still buffered.",
            input.name(),
            Humanize.count(input.rowsRead()),
            Humanize.count(input.matched()),
            Humanize.count(input.unmatched()),
            Humanize.count(input.late()),
            Humanize.count(input.nullKey()),
            Humanize.count(input.deadLetters()),
            missing < 0 ? "-" : "+",
            Humanize.count(Math.abs(missing)),
            Humanize.count(input.buffered())));
  }
}
