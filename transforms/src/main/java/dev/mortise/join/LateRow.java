package dev.mortise.join;

import java.util.Objects;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row that came too late to be joined.
 *
 * @param <K> key
 * @param <L> left row
 * @param <R> right row
 * @param side which input the row came from
 * @param key the row's key
 * @param left the row, if it is a left one; otherwise null
 * @param right the row, if it is a right one; otherwise null
 * @param eventTime the row's own event time
 * @param watermark the watermark that the row met when it arrived
 */
public record LateRow<K, L, R>(
    JoinSide side,
    K key,
    @Nullable L left,
    @Nullable R right,
    Instant eventTime,
    Instant watermark) {
  public LateRow {
    Objects.requireNonNull(side, "side");
    Objects.requireNonNull(eventTime, "eventTime");
    Objects.requireNonNull(watermark, "watermark");
  }
}
