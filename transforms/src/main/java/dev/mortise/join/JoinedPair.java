package dev.mortise.join;

import java.util.Objects;
import org.joda.time.Duration;
import org.joda.time.Instant;

/**
 * Two rows with equal keys whose event times lie within the join's interval.
 *
 * @param <K> key
 * @param <L> left row
 * @param <R> right row
 * @param key the key that both rows share
 * @param left the left row
 * @param right the right row
 * @param leftTime event time of the left row
 * @param rightTime event time of the right row
 */
public record JoinedPair<K, L, R>(K key, L left, R right, Instant leftTime, Instant rightTime) {
  public JoinedPair {
    Objects.requireNonNull(leftTime, "leftTime");
    Objects.requireNonNull(rightTime, "rightTime");
  }

  /** The later of the two event times, which is the pair's own. */
  public Instant eventTime() {
    return leftTime.isAfter(rightTime) ? leftTime : rightTime;
  }

  /** {@code rightTime - leftTime}, in event time; negative when the right row came first. */
  public Duration gap() {
    return new Duration(leftTime, rightTime);
  }
}
