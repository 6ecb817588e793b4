package dev.mortise.runner.spark.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.beam.model.pipeline.v1.MetricsApi.MonitoringInfo;
import org.apache.beam.runners.core.metrics.DistributionData;
import org.apache.beam.runners.core.metrics.MetricsContainerImpl;
import org.apache.beam.runners.core.metrics.MetricsContainerStepMap;
import org.apache.beam.runners.core.metrics.MonitoringInfoConstants;
import org.apache.beam.runners.core.metrics.MonitoringInfoEncodings;
import org.apache.beam.sdk.metrics.MetricName;
import org.apache.beam.sdk.metrics.MetricResults;
import org.apache.beam.vendor.grpc.v1p69p0.com.google.protobuf.ByteString;

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
        restore(info, counted);
        totals.update(step, counted);
      } catch (java.io.IOException e) {
        throw new IllegalStateException("Checkpoint: stored metrics cannot be read.", e);
      }
    }
  }

  /** The name is made anew: Beam's own of an encoded metric is equal to none that is counted. */
  private static void restore(MonitoringInfo info, MetricsContainerImpl counted) {
    MetricName name =
        MetricName.named(
            info.getLabelsOrDefault(MonitoringInfoConstants.Labels.NAMESPACE, ""),
            info.getLabelsOrDefault(MonitoringInfoConstants.Labels.NAME, ""));
    ByteString payload = info.getPayload();
    if (info.getUrn().equals(MonitoringInfoConstants.Urns.USER_SUM_INT64)) {
      counted.getCounter(name).inc(MonitoringInfoEncodings.decodeInt64Counter(payload));
    } else if (info.getUrn().equals(MonitoringInfoConstants.Urns.USER_DISTRIBUTION_INT64)) {
      DistributionData data = MonitoringInfoEncodings.decodeInt64Distribution(payload);
      counted.getDistribution(name).update(data.sum(), data.count(), data.min(), data.max());
    } else {
      counted.update(List.of(info));
    }
  }
}
