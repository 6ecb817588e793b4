package dev.mortise.pipeline.dashboard;

import dev.mortise.join.JoinInterval;
import dev.mortise.join.JoinMetrics;
import dev.mortise.pipeline.summary.CounterTotals;
import dev.mortise.pipeline.summary.MetricNames;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The histogram of gaps that a join's counters hold, as far as it lies within the bound: coarser
 * than {@link GapBins}, but known of any run.
 */
record GapBuckets(List<Bucket> buckets) {
  private static final String PREFIX = "gap_ms_le_";
  private static final String NEGATIVE = "negative_" + PREFIX;

  /**
   * Gaps between two ends, in milliseconds.
   *
   * @param counters what counts them
   */
  record Bucket(long from, long to, List<String> counters) {}

  static GapBuckets of(JoinInterval interval) {
    TreeMap<Long, Bucket> all = new TreeMap<>();
    addAll(all, PREFIX, false);
    addAll(all, NEGATIVE, true);
    long lower = interval.lower().getMillis();
    long upper = interval.upper().getMillis();
    List<Bucket> within = new ArrayList<>();
    for (Bucket bucket : all.values()) {
      long from = Math.max(lower, bucket.from());
      long to = Math.min(upper, bucket.to());
      if (from < to) {
        within.add(new Bucket(from, to, bucket.counters()));
      }
    }
    return new GapBuckets(List.copyOf(within));
  }

  private static void addAll(TreeMap<Long, Bucket> all, String prefix, boolean negative) {
    TreeMap<Long, String> names = new TreeMap<>();
    for (String name : JoinMetrics.names()) {
      if (name.startsWith(prefix)) {
        String end = name.substring(prefix.length());
        names.put(end.equals("inf") ? Long.MAX_VALUE : Long.parseLong(end), name);
      }
    }
    long from = 0;
    List<String> counters = new ArrayList<>();
    for (var name : names.entrySet()) {
      long to = name.getKey();
      counters.add(name.getValue());
      if (to > from) {
        // A gap of exactly 0 has a counter of its own, and no width.
        Bucket bucket =
            negative
                ? new Bucket(-to, -from, List.copyOf(counters))
                : new Bucket(from, to, List.copyOf(counters));
        all.put(bucket.from(), bucket);
        counters.clear();
        from = to;
      }
    }
  }

  /** Pairs in each bucket. */
  List<Long> counts(CounterTotals totals) {
    return buckets.stream()
        .map(
            bucket ->
                bucket.counters().stream()
                    .mapToLong(name -> totals.get(MetricNames.JOIN, name))
                    .sum())
        .toList();
  }
}
