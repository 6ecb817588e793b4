package dev.mortise.pipeline.summary;

import dev.mortise.pipeline.source.InputMetrics;
import dev.mortise.pipeline.window.WindowCounters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.metrics.MetricName;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricResult;
import org.apache.beam.sdk.metrics.MetricResults;
import org.apache.beam.sdk.metrics.MetricsFilter;

/** The counters of a run, each summed over the steps that report it. */
public final class CounterTotals {
  /** The namespaces of all counters that a summary is made of. */
  public static final List<String> NAMESPACES =
      List.of(
          MetricNames.JOIN, InputMetrics.NAMESPACE, WindowCounters.NAMESPACE, MetricNames.SUMMARY);

  private final Map<MetricName, Long> totals;

  private CounterTotals(Map<MetricName, Long> totals) {
    this.totals = totals;
  }

  /** No counter at all, as before a run. */
  public static CounterTotals none() {
    return new CounterTotals(Map.of());
  }

  /** Reads the committed values where the runner knows them, the attempted ones elsewhere. */
  public static CounterTotals of(MetricResults metrics) {
    MetricsFilter.Builder filter = MetricsFilter.builder();
    NAMESPACES.forEach(name -> filter.addNameFilter(MetricNameFilter.inNamespace(name)));
    Map<MetricName, Long> totals = new HashMap<>();
    for (MetricResult<Long> counter : metrics.queryMetrics(filter.build()).getCounters()) {
      totals.merge(counter.getName(), value(counter), Long::sum);
    }
    return new CounterTotals(totals);
  }

  private static long value(MetricResult<Long> counter) {
    Long committed = counter.getCommittedOrNull();
    return committed != null ? committed : counter.getAttempted();
  }

  /** A counter's value; zero where no step ever reported it. */
  public long get(String namespace, String name) {
    return totals.getOrDefault(MetricName.named(namespace, name), 0L);
  }

  /** Whether any step reported all of these counters. */
  public boolean has(String namespace, Set<String> names) {
    return names.stream().allMatch(name -> totals.containsKey(MetricName.named(namespace, name)));
  }
}
