package dev.mortise.pipeline.source;

import dev.mortise.pipeline.spec.WatermarkSpec;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Duration;
import org.joda.time.Instant;

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
  private final WatermarkSpec spec;
  private Instant watermark;
  private Instant lastRecordAt;
  private boolean idle;

  /**
   * @param watermark where the watermark stood before; the beginning of time if it stood nowhere
   * @param lastRecordAt processing time of the last record before; of the start if there was none
   */
  public PartitionWatermark(WatermarkSpec spec, Instant watermark, Instant lastRecordAt) {
    this.spec = spec;
    this.watermark = watermark;
    this.lastRecordAt = lastRecordAt;
  }

  /** What became of a row by its event time. */
  public enum Verdict {
    /** The watermark follows it. */
    FINE,
    /** Dated too far ahead of the clock; a row that moves the watermark only as far as allowed. */
    CAPPED,
    /** Dated too far ahead of the clock, and so no row. */
    REFUSED
  }

  /**
   * Judges whether a row is dated too far ahead.
   *
   * @param now processing time
   */
  public static Verdict judge(WatermarkSpec spec, Instant eventTime, Instant now) {
    Duration ahead = spec.maxFuture();
    if (ahead == null || !eventTime.isAfter(plus(now, ahead))) {
      return Verdict.FINE;
    }
    return spec.capsFuture() ? Verdict.CAPPED : Verdict.REFUSED;
  }

  /**
   * Notes a row.
   *
   * @param now processing time
   */
  public Verdict row(Instant eventTime, Instant now) {
    Verdict verdict = judge(spec, eventTime, now);
    Duration ahead = spec.maxFuture();
    if (verdict == Verdict.FINE) {
      moveTo(eventTime);
    } else if (verdict == Verdict.CAPPED && ahead != null) {
      moveTo(plus(now, ahead));
    }
    noRow(now);
    return verdict;
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
    Duration after = spec.idleAfter();
    if (after != null && !checkedAt.isBefore(plus(lastRecordAt, after))) {
      idle = true;
      moveTo(checkedAt);
    }
  }

  /** Moves the watermark to where an event time puts it, unless it is there already. */
  private void moveTo(Instant eventTime) {
    Duration sinceBeginning = new Duration(BoundedWindow.TIMESTAMP_MIN_VALUE, eventTime);
    if (sinceBeginning.isLongerThan(spec.maxOutOfOrderness())) {
      Instant reached = eventTime.minus(spec.maxOutOfOrderness());
      watermark = reached.isAfter(watermark) ? reached : watermark;
    }
  }

  private static Instant plus(Instant time, Duration length) {
    Duration left = new Duration(time, BoundedWindow.TIMESTAMP_MAX_VALUE);
    return left.isLongerThan(length) ? time.plus(length) : BoundedWindow.TIMESTAMP_MAX_VALUE;
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
