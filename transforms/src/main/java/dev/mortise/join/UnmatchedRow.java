package dev.mortise.join;

import java.util.Objects;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row that ended without a partner.
 *
 * @param <K> key
 * @param <V> row
 * @param key the row's key; null for {@link UnmatchedReason#NULL_KEY}
 * @param row the row
 * @param eventTime the row's own event time
 * @param reason why it has no partner
 */
public record UnmatchedRow<K, V>(
    @Nullable K key, V row, Instant eventTime, UnmatchedReason reason) {
  public UnmatchedRow {
    Objects.requireNonNull(eventTime, "eventTime");
    Objects.requireNonNull(reason, "reason");
  }
}
