package dev.mortise.pipeline.source;

import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The watermark of one partition of a live source.
 *
 * <p>It trails the greatest event time seen by {@code max_out_of_orderness}. Once nothing has come
 * for {@code idle_after} of processing time, and nothing is waiting, the partition is idle: its
 * watermark then trails processing time by the same length, so that it holds nobody back. A
 * partition with records waiting is never idle, however long its reader was away, and so recordings
 * can be read again. The watermark never goes back: what an idle partition gets at last may be
 * late.
 *
 * <p>It knows no clock: whoever asks says what time it is.
 */
public final class PartitionWatermark {
  private final Duration maxOutOfOrderness;
  private final @Nullable Duration idleAfter;
  private Instant watermark;
  private Instant lastRecordAt;
  private boolean idle;

  /**
   * @param maxOutOfOrderness how far the watermark trails, in event time
   * @param idleAfter processing time without records until the partition is idle; null for never
   * @param watermark where the watermark stood before; the beginning of time if it stood nowhere
   * @param lastRecordAt processing time of the last record before; of the start if there was none
   */
  public PartitionWatermark(
      Duration maxOutOfOrderness,
      @Nullable Duration idleAfter,
      Instant watermark,
      Instant lastRecordAt) {
    this.maxOutOfOrderness = maxOutOfOrderness;
    this.idleAfter = idleAfter;
    this.watermark = watermark;
    this.lastRecordAt = lastRecordAt;
  }

  /**
   * Notes a row.
   *
   * @param eventTime the row's, or the latest that its input allows
   * @param now processing time
   */
  public void row(Instant eventTime, Instant now) {
    follow(eventTime);
    noRow(now);
  }

  /** Notes a record that is no row: it moves no watermark, but the partition is not idle. */
  public void noRow(Instant now) {
    lastRecordAt = now;
    idle = false;
  }

  /**
   * Notes that nothing was waiting.
   *
   * @param checkedAt processing time at which that was so
   */
  public void nothingWaits(Instant checkedAt) {
    Duration after = idleAfter;
    if (after != null && !new Duration(lastRecordAt, checkedAt).isShorterThan(after)) {
      idle = true;
      follow(checkedAt);
    }
  }

  private void follow(Instant time) {
    Duration sinceBeginning = new Duration(BoundedWindow.TIMESTAMP_MIN_VALUE, time);
    if (sinceBeginning.isLongerThan(maxOutOfOrderness)) {
      Instant reached = time.minus(maxOutOfOrderness);
      watermark = reached.isAfter(watermark) ? reached : watermark;
    }
  }

  /** Event time before which no more rows are expected. */
  public Instant watermark() {
    return watermark;
  }

  /** Processing time of the last record, or of the start. */
  public Instant lastRecordAt() {
    return lastRecordAt;
  }

  /** Whether nothing has come for so long that the watermark follows processing time. */
  public boolean isIdle() {
    return idle;
  }
}
