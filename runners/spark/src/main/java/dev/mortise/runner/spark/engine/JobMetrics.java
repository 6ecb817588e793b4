package dev.mortise.runner.spark.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.beam.model.pipeline.v1.MetricsApi.MonitoringInfo;
import org.apache.beam.runners.core.metrics.MetricsContainerImpl;
import org.apache.beam.runners.core.metrics.MetricsContainerStepMap;
import org.apache.beam.runners.core.metrics.MonitoringInfoConstants;
import org.apache.beam.sdk.metrics.MetricResults;

/** What a job counted: each batch once, when it is done. */
final class JobMetrics {
  private final MetricsContainerStepMap totals = new MetricsContainerStepMap();

  /** Adds what was counted in a batch. Reports of other batches are of work done once more. */
  synchronized void add(long batch, Map<BatchMetrics.Place, MetricsContainerImpl> reports) {
    reports.forEach(
        (place, counted) -> {
          if (place.batch() == batch) {
            totals.update(place.step(), counted);
          }
        });
  }

  synchronized MetricResults results() {
    return MetricsContainerStepMap.asAttemptedOnlyMetricResults(totals);
  }

  synchronized List<byte[]> encode() {
    List<byte[]> encoded = new ArrayList<>();
    for (MonitoringInfo info : totals.getMonitoringInfos()) {
      encoded.add(info.toByteArray());
    }
    return encoded;
  }

  synchronized void restore(List<byte[]> encoded) {
    for (byte[] bytes : encoded) {
      try {
        MonitoringInfo info = MonitoringInfo.parseFrom(bytes);
        String step = info.getLabelsOrThrow(MonitoringInfoConstants.Labels.PTRANSFORM);
        MetricsContainerImpl counted = new MetricsContainerImpl(step);
        counted.update(List.of(info));
        totals.update(step, counted);
      } catch (java.io.IOException e) {
        throw new IllegalStateException("Checkpoint: stored metrics cannot be read.", e);
      }
    }
  }
}
