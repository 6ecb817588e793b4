package dev.mortise.pipeline.summary;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.metrics.DistributionResult;
import org.apache.beam.sdk.metrics.GaugeResult;
import org.apache.beam.sdk.metrics.MetricFiltering;
import org.apache.beam.sdk.metrics.MetricKey;
import org.apache.beam.sdk.metrics.MetricName;
import org.apache.beam.sdk.metrics.MetricQueryResults;
import org.apache.beam.sdk.metrics.MetricResult;
import org.apache.beam.sdk.metrics.MetricResults;
import org.apache.beam.sdk.metrics.MetricsFilter;

/** Counters as a runner reports them. */
public final class FakeMetrics extends MetricResults {
  private final List<MetricResult<Long>> counters = new ArrayList<>();

  /** Reports a counter of a step as a runner does that knows no committed values. */
  public FakeMetrics attempted(String step, String namespace, String name, long value) {
    counters.add(
        MetricResult.attempted(MetricKey.create(step, MetricName.named(namespace, name)), value));
    return this;
  }

  /** Reports a counter of a step with both of its values. */
  public FakeMetrics committed(
      String step, String namespace, String name, long committed, long attempted) {
    counters.add(
        MetricResult.create(
            MetricKey.create(step, MetricName.named(namespace, name)), committed, attempted));
    return this;
  }

  @Override
  public MetricQueryResults queryMetrics(MetricsFilter filter) {
    return MetricQueryResults.create(
        counters.stream()
            .filter(counter -> MetricFiltering.matches(filter, counter.getKey()))
            .toList(),
        List.<MetricResult<DistributionResult>>of(),
        List.<MetricResult<GaugeResult>>of(),
        List.of(),
        List.of(),
        List.of());
  }
}
