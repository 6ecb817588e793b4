package dev.mortise.pipeline.window;

import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinedPair;
import dev.mortise.join.UnmatchedReason;
import java.util.Objects;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row that a window is over: a pair, an unmatched row, or a row of an input before the join.
 *
 * @param side the side of a single row; null for a pair
 * @param reason why the row is unmatched; null for others
 * @param key the join key; null for a row that has none
 * @param eventTime its event time, which says what windows it is in
 * @param gapMillis a pair's right event time minus its left one; null for a single row
 * @param left the left row, if there is one
 * @param right the right row, if there is one
 */
public record WindowRow(
    @Nullable JoinSide side,
    @Nullable UnmatchedReason reason,
    @Nullable Row key,
    Instant eventTime,
    @Nullable Long gapMillis,
    @Nullable Row left,
    @Nullable Row right) {
  public WindowRow {
    Objects.requireNonNull(eventTime, "eventTime");
  }

  /** A pair. */
  static WindowRow of(JoinedPair<Row, Row, Row> pair) {
    return new WindowRow(
        null,
        null,
        pair.key(),
        pair.eventTime(),
        pair.gap().getMillis(),
        pair.left(),
        pair.right());
  }

  /** A row of one side. */
  static WindowRow of(
      JoinSide side,
      @Nullable UnmatchedReason reason,
      @Nullable Row key,
      Instant eventTime,
      @Nullable Row row) {
    boolean isLeft = side == JoinSide.LEFT;
    return new WindowRow(
        side, reason, key, eventTime, null, isLeft ? row : null, isLeft ? null : row);
  }
}
