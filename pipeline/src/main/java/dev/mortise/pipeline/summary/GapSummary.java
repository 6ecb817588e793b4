package dev.mortise.pipeline.summary;

import java.util.Optional;
import java.util.Set;

/**
 * The gap between partners, {@code tr - tl}, in event-time milliseconds: a percentile is the least
 * gap that at least that share of the pairs does not exceed.
 */
public record GapSummary(long min, long p50, long p90, long p99, long max) {
  private static final Set<String> NAMES =
      Set.of(
          MetricNames.GAP_MIN,
          MetricNames.GAP_P50,
          MetricNames.GAP_P90,
          MetricNames.GAP_P99,
          MetricNames.GAP_MAX);

  /** Empty until the stream has ended, and where no pair was found. */
  static Optional<GapSummary> of(CounterTotals counters) {
    if (!counters.has(MetricNames.SUMMARY, NAMES)) {
      return Optional.empty();
    }
    return Optional.of(
        new GapSummary(
            counters.get(MetricNames.SUMMARY, MetricNames.GAP_MIN),
            counters.get(MetricNames.SUMMARY, MetricNames.GAP_P50),
            counters.get(MetricNames.SUMMARY, MetricNames.GAP_P90),
            counters.get(MetricNames.SUMMARY, MetricNames.GAP_P99),
            counters.get(MetricNames.SUMMARY, MetricNames.GAP_MAX)));
  }
}
