package dev.mortise.pipeline.summary;

import dev.mortise.join.JoinSide;

/**
 * Namespaces and names of the counters that a run is summed up from. They are a contract with
 * dashboards: never renamed, never reused for something else.
 */
public final class MetricNames {
  /** Counters of the join, by side. */
  public static final String JOIN = "interval_join";

  /** Values that a run computes about itself and publishes when its stream ends. */
  public static final String SUMMARY = "summary";

  /** Matching pairs. */
  public static final String PAIRS = "pairs";

  /** Median of the gap between partners, right minus left, in event-time milliseconds. */
  public static final String GAP_P50 = "gap_p50_ms";

  /** 90th percentile of the gap, in event-time milliseconds. */
  public static final String GAP_P90 = "gap_p90_ms";

  /** 99th percentile of the gap, in event-time milliseconds. */
  public static final String GAP_P99 = "gap_p99_ms";

  /** Least gap, in event-time milliseconds. */
  public static final String GAP_MIN = "gap_min_ms";

  /** Greatest gap, in event-time milliseconds. */
  public static final String GAP_MAX = "gap_max_ms";

  private MetricNames() {}

  /** The join's counter {@code name} of one side, such as {@code left_matched_rows}. */
  public static String ofSide(JoinSide side, String name) {
    return (side == JoinSide.LEFT ? "left_" : "right_") + name;
  }
}
