package dev.mortise.window;

import java.util.Objects;
import org.joda.time.Instant;

/**
 * A row that no window could take any more: the watermark was past the end of each of its windows
 * by more than the allowed lateness.
 *
 * @param <K> key
 * @param <V> row
 * @param key the row's key
 * @param value the row
 * @param eventTime the row's own event time
 * @param watermark the watermark that the row met when it arrived
 * @param windowsMissed how many windows it would have been in
 */
public record TooLateRow<K, V>(
    K key, V value, Instant eventTime, Instant watermark, int windowsMissed) {
  public TooLateRow {
    Objects.requireNonNull(eventTime, "eventTime");
    Objects.requireNonNull(watermark, "watermark");
  }
}
