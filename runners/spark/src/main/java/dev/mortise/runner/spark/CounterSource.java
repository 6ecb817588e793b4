package dev.mortise.runner.spark;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.beam.sdk.metrics.GaugeResult;
import org.apache.beam.sdk.metrics.MetricName;
import org.apache.beam.sdk.metrics.MetricQueryResults;
import org.apache.beam.sdk.metrics.MetricResult;
import org.apache.beam.sdk.metrics.MetricResults;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.spark.metrics.source.Source;

/**
 * A pipeline's counters and gauges for Spark's metric sinks, as {@code mortise.<namespace>.<name>}.
 * A counter is the sum over the steps that report it. Beam's own source can't be used: its metrics
 * are of a type that only Beam's own sinks understand, and its names hold the step's.
 */
final class CounterSource implements Source {
  /** First part of every name. */
  static final String NAME = "mortise";

  private final MetricRegistry registry = new MetricRegistry();
  private final Map<String, Long> values = new ConcurrentHashMap<>();

  @Override
  public String sourceName() {
    return NAME;
  }

  @Override
  public MetricRegistry metricRegistry() {
    return registry;
  }

  /** Takes over what the run counted up to now. */
  void update(MetricResults metrics) {
    MetricQueryResults found = metrics.queryMetrics(MetricsFilter.builder().build());
    Map<String, Long> fresh = new HashMap<>();
    for (MetricResult<Long> counter : found.getCounters()) {
      fresh.merge(name(counter.getName()), counter.getAttempted(), Long::sum);
    }
    for (MetricResult<GaugeResult> gauge : found.getGauges()) {
      fresh.put(name(gauge.getName()), gauge.getAttempted().getValue());
    }
    fresh.forEach(this::put);
  }

  private void put(String name, long value) {
    if (values.put(name, value) == null) {
      registry.register(name, (Gauge<Long>) () -> values.getOrDefault(name, 0L));
    }
  }

  private static String name(MetricName name) {
    return MetricRegistry.name(name.getNamespace(), name.getName());
  }
}
