package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.DeadLetter;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Some consecutive records of a source that has to decode them to know its watermark, in arrival
 * order. As with a {@link dev.mortise.pipeline.format.RecordBlock}, sources emit blocks because
 * every runner pays for each element of a source.
 */
public record RowBlock(List<Item> items) {

  /**
   * A record.
   *
   * @param row the row; null if the record is none
   * @param deadLetter what to say of a record that is no row; null if it is one
   * @param time the row's event time; of a dead letter, the source's watermark
   * @param ahead whether the row is dated further ahead of the clock than its input allows
   */
  public record Item(
      @Nullable Row row, @Nullable DeadLetter deadLetter, Instant time, boolean ahead) {

    /** A row. */
    public static Item of(Row row, Instant eventTime, boolean ahead) {
      return new Item(row, null, eventTime, ahead);
    }

    /** A record that is no row. */
    public static Item of(DeadLetter deadLetter, Instant time, boolean ahead) {
      return new Item(null, deadLetter, time, ahead);
    }
  }
}
