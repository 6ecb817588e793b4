package dev.mortise.pipeline.source.kafka;

import dev.mortise.pipeline.source.InputMetrics;
import dev.mortise.pipeline.source.Standstill;
import dev.mortise.pipeline.source.WatermarkBoard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.beam.sdk.metrics.Gauge;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows how far an input's partitions are: to this process, and as a metric. */
final class InputWatermark {
  private static final Logger LOG = LoggerFactory.getLogger(InputWatermark.class);
  private static final Duration PAUSE = Duration.millis(200);

  private final String input;
  private final Gauge lag;
  private final Standstill standstill;
  private Instant nextAt = BoundedWindow.TIMESTAMP_MIN_VALUE;

  /**
   * @param standstillAfter processing time without progress that is worth a word
   */
  InputWatermark(String input, Duration standstillAfter) {
    this.input = input;
    this.standstill = new Standstill(standstillAfter);
    this.lag = Metrics.gauge(InputMetrics.NAMESPACE, InputMetrics.watermarkLag(input));
  }

  /**
   * Shows them, unless it did so a moment ago.
   *
   * @param now processing time
   */
  void show(List<PartitionRead> partitions, Instant now) {
    if (now.isBefore(nextAt)) {
      return;
    }
    nextAt = now.plus(PAUSE);
    List<WatermarkBoard.Standing> own = new ArrayList<>();
    for (PartitionRead partition : partitions) {
      if (partition.isEnded()) {
        WatermarkBoard.remove(input, partition.range().name());
      } else {
        own.add(partition.standing(input));
      }
    }
    own.forEach(WatermarkBoard::report);
    Optional<String> holder = standstill.look(own, now);
    if (!WatermarkBoard.isWatched()) {
      holder.ifPresent(LOG::warn);
    }
    Instant least = BoundedWindow.TIMESTAMP_MAX_VALUE;
    for (WatermarkBoard.Standing standing : WatermarkBoard.standings()) {
      if (standing.input().equals(input) && standing.watermark().isBefore(least)) {
        least = standing.watermark();
      }
    }
    // Without a watermark yet there is no number for how far it is behind.
    if (least.isAfter(BoundedWindow.TIMESTAMP_MIN_VALUE)
        && least.isBefore(BoundedWindow.TIMESTAMP_MAX_VALUE)) {
      lag.set(new Duration(least, now).getMillis());
    }
  }
}
