package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.IsoTime;
import dev.mortise.pipeline.spec.Durations;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.WatermarkSpec;
import java.io.Serializable;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An input's limit for the future: how far ahead of processing time its rows may be dated, and what
 * becomes of a row beyond. It knows no clock: whoever asks says what time it is.
 */
public final class Ahead implements Serializable {
  private static final long serialVersionUID = 1L;

  private final @Nullable Duration most;
  private final boolean caps;
  private final String eventTime;

  private Ahead(@Nullable Duration most, boolean caps, String eventTime) {
    this.most = most;
    this.caps = caps;
    this.eventTime = eventTime;
  }

  /** The limit of an input. */
  public static Ahead of(InputSpec input) {
    WatermarkSpec watermark = input.watermark();
    return new Ahead(
        watermark == null ? null : watermark.maxFuture(),
        watermark != null && watermark.capsFuture(),
        input.eventTime());
  }

  /** Whether there is a limit at all. */
  public boolean isSet() {
    return most != null;
  }

  /** The latest event time that is within the limit, at this processing time. */
  public Instant latest(Instant now) {
    Duration limit = most;
    if (limit == null) {
      return BoundedWindow.TIMESTAMP_MAX_VALUE;
    }
    Duration left = new Duration(now, BoundedWindow.TIMESTAMP_MAX_VALUE);
    return left.isLongerThan(limit) ? now.plus(limit) : BoundedWindow.TIMESTAMP_MAX_VALUE;
  }

  /** Whether a row is dated beyond the limit. */
  public boolean isBeyond(Instant time, Instant now) {
    return time.isAfter(latest(now));
  }

  /** Whether a row beyond the limit is a row all the same. */
  public boolean keeps() {
    return caps;
  }

  /** Why a row beyond the limit is none, for the user. */
  public String refusal(Instant time, Instant now) {
    return String.format(
        "%s: must be at most %s ahead of the clock (watermark.max_future), but is %s, read at %s",
        eventTime,
        most == null ? "" : Durations.format(most),
        IsoTime.format(time),
        IsoTime.format(now));
  }
}
