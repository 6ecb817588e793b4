package dev.mortise.join;

import dev.mortise.metric.NamedCounters;
import java.io.Serializable;
import java.util.Arrays;

/** The names under which a join's numbers are counted. */
final class JoinMetrics implements Serializable {
  private static final long serialVersionUID = 1L;

  static final String NAMESPACE = "interval_join";
  static final String ROWS_IN = "rows_in";
  static final String NULL_KEY_ROWS = "null_key_rows";

  private final NamedCounters counters = new NamedCounters(NAMESPACE);

  void add(JoinSide side, String name, long amount) {
    counters.add((side == JoinSide.LEFT ? "left_" : "right_") + name, amount);
  }

  /** Counts what {@code tally} holds, and clears it. */
  void flush(JoinTally tally) {
    for (JoinSide side : JoinSide.values()) {
      int own = side.code();
      add(side, "matched_rows", tally.matchedRows[own]);
      add(side, "unmatched_rows", tally.unmatchedRows[own]);
      add(side, "late_rows", tally.lateRows[own]);
      add(side, "late_matched_rows", tally.lateMatchedRows[own]);
      // Two counters that only grow, not one that goes up and down: a restarted job counts from
      // zero again, and monitors take every fall of a counter for a restart.
      add(side, "rows_stored", tally.rowsStored[own]);
      add(side, "rows_expired", tally.rowsExpired[own]);
    }
    Arrays.fill(tally.matchedRows, 0);
    Arrays.fill(tally.unmatchedRows, 0);
    Arrays.fill(tally.lateRows, 0);
    Arrays.fill(tally.lateMatchedRows, 0);
    Arrays.fill(tally.rowsStored, 0);
    Arrays.fill(tally.rowsExpired, 0);
    counters.add("pairs", tally.pairs);
    tally.pairs = 0;
    flush("pairs_per_row_le_", Buckets.FANOUT, tally.fanout);
    flush("gap_ms_le_", Buckets.GAP, tally.gap);
    flush("negative_gap_ms_le_", Buckets.GAP, tally.negativeGap);
  }

  private void flush(String prefix, Buckets buckets, long[] counts) {
    for (int i = 0; i < counts.length; i++) {
      counters.add(prefix + buckets.label(i), counts[i]);
      counts[i] = 0;
    }
  }
}
