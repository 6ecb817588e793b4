package dev.mortise.pipeline.source.kafka;

import dev.mortise.pipeline.source.PartitionWatermark;
import dev.mortise.pipeline.source.WatermarkBoard;
import dev.mortise.pipeline.spec.WatermarkSpec;
import org.apache.beam.sdk.io.kafka.KafkaRecord;
import org.apache.beam.sdk.io.kafka.TimestampPolicy;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.kafka.common.TopicPartition;
import org.joda.time.Instant;

/**
 * How far a reader is with one partition. Beam's reader tells it of the backlog by way of the
 * timestamp policy that it takes it for.
 */
final class PartitionRead extends TimestampPolicy<byte[], byte[]> {
  static final long UNKNOWN = -1;

  private final TopicRange range;
  private final TopicPartition place;
  private final PolledOffsets polled;
  private final PartitionWatermark watermark;
  private long given;
  private long backlog = UNKNOWN;
  private boolean ended;
  private Instant changedAt;

  /**
   * @param mark where to go on
   * @param now processing time
   */
  PartitionRead(
      TopicRange range,
      TopicMark.Place mark,
      PolledOffsets polled,
      WatermarkSpec spec,
      Instant now) {
    this.range = range;
    this.place = range.place();
    this.polled = polled;
    this.watermark =
        new PartitionWatermark(
            spec.maxOutOfOrderness(),
            spec.idleAfter(),
            Instant.ofEpochMilli(mark.watermark()),
            Instant.ofEpochMilli(mark.lastRecordAt()));
    this.given = mark.offset();
    this.ended = mark.ended() || mark.offset() >= range.stop();
    this.changedAt = now;
  }

  TopicRange range() {
    return range;
  }

  TopicPartition place() {
    return place;
  }

  PartitionWatermark rule() {
    return watermark;
  }

  /** Whether all is read that was to be. */
  boolean isEnded() {
    return ended;
  }

  /**
   * Notes that Beam's reader gave a record.
   *
   * @return whether it is to be read: not if it lies behind the stop
   */
  boolean take(KafkaRecord<byte[], byte[]> record) {
    if (ended || record.getOffset() < given) {
      return false;
    }
    if (record.getOffset() >= range.stop() || record.getTimestamp() >= range.stopMillis()) {
      ended = true;
      return false;
    }
    given = record.getOffset() + 1;
    return true;
  }

  @Override
  public Instant getTimestampForRecord(
      PartitionContext context, KafkaRecord<byte[], byte[]> record) {
    return BoundedWindow.TIMESTAMP_MIN_VALUE;
  }

  /** Asked by Beam's reader whenever its own watermark is asked for. */
  @Override
  public Instant getWatermark(PartitionContext context) {
    if (ended) {
      backlog = 0;
      return BoundedWindow.TIMESTAMP_MAX_VALUE;
    }
    Instant before = watermark.watermark();
    long position = position();
    if (context.getMessageBacklog() == UNKNOWN) {
      backlog = UNKNOWN;
    } else {
      // Beam counts from the last record that it gave.
      backlog = Math.max(0, given + context.getMessageBacklog() - position);
    }
    if (backlog == 0 && context.getBacklogCheckTime().isAfter(watermark.lastRecordAt())) {
      watermark.nothingWaits(context.getBacklogCheckTime());
      ended |= context.getBacklogCheckTime().getMillis() > range.stopMillis();
    }
    ended |= position >= range.stop();
    if (watermark.watermark().isAfter(before)) {
      changedAt = context.getBacklogCheckTime();
    }
    return watermark.watermark();
  }

  private long position() {
    return Math.min(polled.position(place, given), range.stop());
  }

  TopicMark.Place mark() {
    return new TopicMark.Place(
        position(), watermark.watermark().getMillis(), watermark.lastRecordAt().getMillis(), ended);
  }

  /** Notes that the watermark moved. */
  void changed(Instant now) {
    changedAt = now;
  }

  WatermarkBoard.Standing standing(String input) {
    return new WatermarkBoard.Standing(
        input,
        range.name(),
        watermark.watermark(),
        changedAt,
        watermark.lastRecordAt(),
        backlog,
        watermark.isIdle());
  }
}
