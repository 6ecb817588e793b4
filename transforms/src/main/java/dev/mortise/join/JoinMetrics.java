package dev.mortise.join;

import dev.mortise.metric.NamedCounters;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The counters of a join. Their names are a contract with dashboards: never renamed, never reused
 * for something else.
 */
public final class JoinMetrics implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The namespace of all counters. */
  public static final String NAMESPACE = "interval_join";

  static final String ROWS_IN = "rows_in";
  static final String NULL_KEY_ROWS = "null_key_rows";
  private static final String MATCHED_ROWS = "matched_rows";
  private static final String UNMATCHED_ROWS = "unmatched_rows";
  private static final String LATE_ROWS = "late_rows";
  private static final String LATE_MATCHED_ROWS = "late_matched_rows";
  private static final String ROWS_STORED = "rows_stored";
  private static final String ROWS_EXPIRED = "rows_expired";
  private static final String PAIRS = "pairs";
  private static final String PAIRS_PER_ROW = "pairs_per_row_le_";
  private static final String GAP = "gap_ms_le_";
  private static final String NEGATIVE_GAP = "negative_gap_ms_le_";

  private static final List<String> OF_SIDE =
      List.of(
          ROWS_IN,
          NULL_KEY_ROWS,
          MATCHED_ROWS,
          UNMATCHED_ROWS,
          LATE_ROWS,
          LATE_MATCHED_ROWS,
          ROWS_STORED,
          ROWS_EXPIRED);

  private final NamedCounters counters = new NamedCounters(NAMESPACE);

  JoinMetrics() {}

  /** The names of all counters that a join can have; one that is still zero may be missing. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (JoinSide side : JoinSide.values()) {
      OF_SIDE.forEach(name -> names.add(ofSide(side, name)));
    }
    names.add(PAIRS);
    addNames(names, PAIRS_PER_ROW, Buckets.FANOUT);
    addNames(names, GAP, Buckets.GAP);
    addNames(names, NEGATIVE_GAP, Buckets.GAP);
    return names;
  }

  private static void addNames(Set<String> names, String prefix, Buckets buckets) {
    for (int i = 0; i < buckets.size(); i++) {
      names.add(prefix + buckets.label(i));
    }
  }

  private static String ofSide(JoinSide side, String name) {
    return (side == JoinSide.LEFT ? "left_" : "right_") + name;
  }

  void add(JoinSide side, String name, long amount) {
    counters.add(ofSide(side, name), amount);
  }

  /** Counts what {@code tally} holds, and clears it. */
  void flush(JoinTally tally) {
    for (JoinSide side : JoinSide.values()) {
      int own = side.code();
      add(side, MATCHED_ROWS, tally.matchedRows[own]);
      add(side, UNMATCHED_ROWS, tally.unmatchedRows[own]);
      add(side, LATE_ROWS, tally.lateRows[own]);
      add(side, LATE_MATCHED_ROWS, tally.lateMatchedRows[own]);
      // Two counters that only grow, not one that goes up and down: a restarted job counts from
      // zero again, and monitors take every fall of a counter for a restart.
      add(side, ROWS_STORED, tally.rowsStored[own]);
      add(side, ROWS_EXPIRED, tally.rowsExpired[own]);
    }
    Arrays.fill(tally.matchedRows, 0);
    Arrays.fill(tally.unmatchedRows, 0);
    Arrays.fill(tally.lateRows, 0);
    Arrays.fill(tally.lateMatchedRows, 0);
    Arrays.fill(tally.rowsStored, 0);
    Arrays.fill(tally.rowsExpired, 0);
    counters.add(PAIRS, tally.pairs);
    tally.pairs = 0;
    flush(PAIRS_PER_ROW, Buckets.FANOUT, tally.fanout);
    flush(GAP, Buckets.GAP, tally.gap);
    flush(NEGATIVE_GAP, Buckets.GAP, tally.negativeGap);
  }

  private void flush(String prefix, Buckets buckets, long[] counts) {
    for (int i = 0; i < counts.length; i++) {
      counters.add(prefix + buckets.label(i), counts[i]);
      counts[i] = 0;
    }
  }
}
