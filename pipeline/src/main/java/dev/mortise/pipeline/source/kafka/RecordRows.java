package dev.mortise.pipeline.source.kafka;

import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.format.RawBytes;
import dev.mortise.pipeline.source.Ahead;
import dev.mortise.pipeline.source.PartitionWatermark;
import dev.mortise.pipeline.source.PassedValues;
import dev.mortise.pipeline.source.RowBlock;
import dev.mortise.pipeline.source.RowDecoder;
import dev.mortise.pipeline.source.RowParser;
import dev.mortise.pipeline.spec.InputSpec;
import java.util.Arrays;
import org.apache.beam.sdk.io.kafka.KafkaRecord;
import org.apache.beam.sdk.values.Row;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows and dead letters of records. No record is ever an exception: that would block its
 * partition.
 */
final class RecordRows {
  /** As for a line of a file. */
  private static final int MOST_BYTES = 16 << 20;

  private static final int SHOWN_BYTES = 1000;

  private final InputSpec input;
  private final RowDecoder decoder;
  private final PassedValues passed;
  private final Ahead limit;

  RecordRows(InputSpec input) {
    this.input = input;
    this.decoder = RowDecoder.of(input);
    this.passed = PassedValues.of(input);
    this.limit = Ahead.of(input);
  }

  /**
   * Decodes a record, and moves its partition's watermark.
   *
   * @param now processing time
   * @param judgedAt processing time at which the record was read first
   */
  RowBlock.Item read(
      KafkaRecord<byte[], byte[]> record,
      PartitionWatermark watermark,
      Instant now,
      Instant judgedAt) {
    byte @Nullable [] value = record.getKV().getValue();
    if (value == null) {
      return dead(record, watermark, now, "has no value (a tombstone), and so is no row", "");
    }
    if (value.length > MOST_BYTES) {
      return dead(
          record,
          watermark,
          now,
          String.format("must be at most 16 MiB, but is %,d bytes", value.length),
          RawBytes.show(Arrays.copyOf(value, SHOWN_BYTES)));
    }
    RowParser.Parsed parsed =
        passed.add(decoder.decode(value), record.getKV().getKey(), name -> header(record, name));
    Row row = parsed.row();
    Instant eventTime = parsed.eventTime();
    if (row == null || eventTime == null) {
      return dead(record, watermark, now, String.valueOf(parsed.error()), decoder.show(value));
    }
    Instant latest = limit.latest(judgedAt);
    boolean ahead = eventTime.isAfter(latest);
    if (ahead && !limit.keeps()) {
      watermark.noRow(now);
      DeadLetter letter = letter(record, limit.refusal(eventTime, judgedAt), decoder.show(value));
      return RowBlock.Item.of(letter, watermark.watermark(), true);
    }
    watermark.row(ahead ? latest : eventTime, now);
    return RowBlock.Item.of(row, eventTime, ahead);
  }

  /** The last of the record's headers of a name, as Kafka has it; null if there is none. */
  private static byte @Nullable [] header(KafkaRecord<byte[], byte[]> record, String name) {
    Headers headers = record.getHeaders();
    Header last = headers == null ? null : headers.lastHeader(name);
    return last == null ? null : last.value();
  }

  private RowBlock.Item dead(
      KafkaRecord<byte[], byte[]> record,
      PartitionWatermark watermark,
      Instant now,
      String error,
      String raw) {
    watermark.noRow(now);
    return RowBlock.Item.of(letter(record, error, raw), watermark.watermark(), false);
  }

  private DeadLetter letter(KafkaRecord<byte[], byte[]> record, String error, String raw) {
    String position = record.getTopic() + "-" + record.getPartition() + "@" + record.getOffset();
    return new DeadLetter(input.name(), position, error, raw);
  }
}
