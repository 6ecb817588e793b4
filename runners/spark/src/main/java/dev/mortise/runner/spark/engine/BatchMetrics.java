package dev.mortise.runner.spark.engine;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import org.apache.beam.runners.core.metrics.MetricsContainerImpl;
import org.apache.spark.util.AccumulatorV2;

/**
 * The metrics of a batch, by where they were counted. What a task reports once more, because a
 * partition was computed again, takes the place of what it reported before: nothing counts twice.
 */
final class BatchMetrics
    extends AccumulatorV2<BatchMetrics.Report, Map<BatchMetrics.Place, MetricsContainerImpl>> {
  private static final long serialVersionUID = 1L;

  /** Where something was counted. */
  record Place(long batch, int node, int partition, String step) implements Serializable {}

  /** What was counted there. */
  record Report(Place place, MetricsContainerImpl metrics) implements Serializable {}

  private final Map<Place, MetricsContainerImpl> reports = new HashMap<>();

  @Override
  public synchronized boolean isZero() {
    return reports.isEmpty();
  }

  @Override
  public synchronized AccumulatorV2<Report, Map<Place, MetricsContainerImpl>> copy() {
    BatchMetrics copy = new BatchMetrics();
    copy.reports.putAll(reports);
    return copy;
  }

  @Override
  public synchronized void reset() {
    reports.clear();
  }

  @Override
  public synchronized void add(Report report) {
    reports.put(report.place(), report.metrics());
  }

  @Override
  public synchronized void merge(AccumulatorV2<Report, Map<Place, MetricsContainerImpl>> other) {
    reports.putAll(other.value());
  }

  @Override
  public synchronized Map<Place, MetricsContainerImpl> value() {
    return new HashMap<>(reports);
  }
}
