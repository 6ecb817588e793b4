package dev.mortise.pipeline.summary;

import dev.mortise.join.JoinSide;
import dev.mortise.pipeline.source.InputMetrics;
import java.util.OptionalDouble;

/**
 * What became of the rows of one input. All numbers count rows.
 *
 * @param name the input's name
 * @param side the side of the join that it is
 * @param rowsRead records that the source read, unreadable ones included
 * @param matched rows that found at least one partner
 * @param lateMatched those of {@code matched} that arrived after their own expiry
 * @param unmatched rows that expired without a partner
 * @param late rows that came too late and found no partner
 * @param nullKey rows without a key, which never match
 * @param deadLetters records that could not become rows
 * @param buffered rows that the join still holds, with or without a partner yet: those it stored
 *     less those that expired since
 */
public record InputSummary(
    String name,
    JoinSide side,
    long rowsRead,
    long matched,
    long lateMatched,
    long unmatched,
    long late,
    long nullKey,
    long deadLetters,
    long buffered) {

  /** Reads the counters of one input. */
  static InputSummary of(String name, JoinSide side, CounterTotals counters) {
    return new InputSummary(
        name,
        side,
        counters.get(InputMetrics.NAMESPACE, InputMetrics.rowsRead(name)),
        join(counters, side, "matched_rows"),
        join(counters, side, "late_matched_rows"),
        join(counters, side, "unmatched_rows"),
        join(counters, side, "late_rows"),
        join(counters, side, "null_key_rows"),
        counters.get(InputMetrics.NAMESPACE, InputMetrics.deadLetters(name)),
        join(counters, side, "rows_stored") - join(counters, side, "rows_expired"));
  }

  private static long join(CounterTotals counters, JoinSide side, String name) {
    return counters.get(MetricNames.JOIN, MetricNames.ofSide(side, name));
  }

  /** Rows whose fate is known. */
  public long accountedFor() {
    return matched + unmatched + late + nullKey + deadLetters;
  }

  /** Share of the readable rows that found a partner, 0 to 1; empty when there are none. */
  public OptionalDouble matchRate() {
    long rows = rowsRead - deadLetters;
    return rows > 0 ? OptionalDouble.of((double) matched / rows) : OptionalDouble.empty();
  }
}
