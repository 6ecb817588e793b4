package dev.mortise.window;

import java.io.Serializable;
import java.util.Objects;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which windows of event time rows are put into, and how long past its end a window takes rows. All
 * durations are event time. A window holds its start and not its end.
 *
 * <pre>{@code
 * rows at               10:01   10:04          10:06                     10:21
 *
 * fixed 5m              [10:00 - 10:05): 2     [10:05 - 10:10): 1        [10:20 - 10:25): 1
 * sliding 10m every 5m  [09:55 - 10:05): 2     [10:00 - 10:10): 3
 *                       [10:05 - 10:15): 1     [10:15 - 10:25): 1        [10:20 - 10:30): 1
 * session 5m            [10:01 - 10:11): 3                               [10:21 - 10:26): 1
 * }</pre>
 *
 * <p>Sessions are those of one key: rows whose distance to the next is less than the gap. Two rows
 * exactly one gap apart are in two sessions, as in Beam; Flink and Spark put them into one.
 *
 * <p>Immutable. Equal when kind, sizes, offset and lateness are.
 */
public final class WindowSpec implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The longest window, gap and lateness that can be asked for: 10,000 years. */
  public static final Duration MAX_DURATION = Duration.standardDays(3_652_500L);

  /** How many sliding windows a row may be in at most. */
  public static final int MAX_WINDOWS_PER_ROW = 100_000;

  private enum Kind {
    FIXED,
    SLIDING,
    SESSION
  }

  private final Kind kind;
  private final long size;
  private final long every;
  private final long offset;
  private final long lateness;

  private WindowSpec(Kind kind, long size, long every, long offset, long lateness) {
    this.kind = kind;
    this.size = size;
    this.every = every;
    this.offset = offset;
    this.lateness = lateness;
  }

  /**
   * Windows {@code [N * size, N * size + size)} from the epoch on, and before it.
   *
   * @throws IllegalArgumentException unless size is above zero and at most {@link #MAX_DURATION}
   */
  public static WindowSpec fixed(Duration size) {
    long millis = length("fixed", "size", size);
    return new WindowSpec(Kind.FIXED, millis, millis, 0, 0);
  }

  /**
   * Windows {@code [N * every, N * every + size)}: every row is in {@code size / every} of them.
   *
   * @throws IllegalArgumentException unless both are above zero and at most {@link #MAX_DURATION},
   *     every is at most size, and a row is in {@link #MAX_WINDOWS_PER_ROW} windows at most
   */
  public static WindowSpec sliding(Duration size, Duration every) {
    long sizeMillis = length("sliding", "size", size);
    long everyMillis = length("sliding", "every", every);
    if (everyMillis > sizeMillis) {
      throw new IllegalArgumentException(
          String.format(
              "WindowSpec.sliding: every must not be longer than size, or rows between two windows"
                  + " would be in none, but size = %s and every = %s. Swap them?",
              DurationText.of(size), DurationText.of(every)));
    }
    if ((sizeMillis - 1) / everyMillis >= MAX_WINDOWS_PER_ROW) {
      throw new IllegalArgumentException(
          String.format(
              "WindowSpec.sliding: a row must be in at most %,d windows, but size = %s and every ="
                  + " %s. Take a longer every.",
              MAX_WINDOWS_PER_ROW, DurationText.of(size), DurationText.of(every)));
    }
    return new WindowSpec(Kind.SLIDING, sizeMillis, everyMillis, 0, 0);
  }

  /**
   * For each key, one window over rows of which each is less than {@code gap} after the one before.
   * The window ends one gap after its last row.
   *
   * @throws IllegalArgumentException unless gap is above zero and at most {@link #MAX_DURATION}
   */
  public static WindowSpec session(Duration gap) {
    long millis = length("session", "gap", gap);
    return new WindowSpec(Kind.SESSION, millis, millis, 0, 0);
  }

  /**
   * The same windows, {@code offset} later: {@code fixed(1 day)} with an offset of 6 hours is a day
   * from 06:00 UTC.
   *
   * @throws IllegalArgumentException if negative; or not below the distance of two windows; or for
   *     sessions, which begin with their rows
   */
  public WindowSpec withOffset(Duration offset) {
    if (kind == Kind.SESSION) {
      throw new IllegalArgumentException(
          "WindowSpec.withOffset: sessions must have no offset, since they begin with their rows,"
              + " but offset = "
              + offset);
    }
    long millis = offset.getMillis();
    if (millis < 0 || millis >= every) {
      throw new IllegalArgumentException(
          String.format(
              "WindowSpec.withOffset: offset must be at least 0 and below %s, the distance of two"
                  + " windows, but offset = %s. Take its remainder.",
              DurationText.of(Duration.millis(every)), offset));
    }
    return new WindowSpec(kind, size, every, millis, lateness);
  }

  /**
   * Lets a window take rows until the watermark is past its end by more than this, in event time.
   * The state of a window lives as long. Zero unless set.
   *
   * @throws IllegalArgumentException if negative or longer than {@link #MAX_DURATION}
   */
  public WindowSpec withAllowedLateness(Duration lateness) {
    if (lateness.isShorterThan(Duration.ZERO) || lateness.isLongerThan(MAX_DURATION)) {
      throw new IllegalArgumentException(
          String.format(
              "WindowSpec.withAllowedLateness: lateness must be from 0 to %s, but lateness = %s",
              DurationText.of(MAX_DURATION), lateness));
    }
    return new WindowSpec(kind, size, every, offset, lateness.getMillis());
  }

  private static long length(String factory, String name, Duration duration) {
    if (!duration.isLongerThan(Duration.ZERO) || duration.isLongerThan(MAX_DURATION)) {
      throw new IllegalArgumentException(
          String.format(
              "WindowSpec.%s: %s must be above 0 and at most %s, but %s = %s",
              factory, name, DurationText.of(MAX_DURATION), name, duration));
    }
    return duration.getMillis();
  }

  /** Puts rows into these windows. */
  public WindowFn<Object, ?> windowFn() {
    return kind == Kind.SESSION
        ? Sessions.withGapDuration(Duration.millis(size))
        : new AlignedWindows(size, every, offset);
  }

  /** How far past a window's end the watermark may be and the window still take rows. */
  public Duration allowedLateness() {
    return Duration.millis(lateness);
  }

  /** How many windows a row at {@code time} is put into, before sessions are merged. */
  int windows(Instant time) {
    long sinceStart = time.getMillis() - lastStart(time.getMillis());
    return (int) ((size - 1 - sinceStart) / every) + 1;
  }

  /**
   * How many of the windows of a row at {@code time} have expired. A window has when the watermark
   * is past its last millisecond plus the lateness, or past the end of the global window if that is
   * earlier: Beam's own rule, to the letter. A session is judged as if the row were alone in it,
   * since Beam drops such rows before it looks for a session that they could prolong.
   */
  int windowsExpired(Instant time, Instant watermark) {
    long at = time.getMillis();
    if (expiry(at + 1) >= watermark.getMillis()) {
      return 0; // Not even a window that ends right behind the row would have.
    }
    int expired = 0;
    for (long start = lastStart(at); start > at - size; start -= every) {
      if (expiry(start + size) < watermark.getMillis()) {
        expired++;
      }
    }
    return expired;
  }

  private long lastStart(long time) {
    return kind == Kind.SESSION ? time : AlignedWindows.lastStart(time, every, offset);
  }

  private long expiry(long end) {
    return Math.min(end - 1 + lateness, GlobalWindow.INSTANCE.maxTimestamp().getMillis());
  }

  /**
   * Whether the windows of a row at {@code time} end within Beam's time. Fixed and sliding windows
   * are cut there, sessions are not.
   */
  boolean endsInTime(Instant time) {
    return kind == Kind.SESSION
        ? time.getMillis() + size <= AlignedWindows.END_OF_TIME
        : time.getMillis() < AlignedWindows.END_OF_TIME;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WindowSpec that
        && kind == that.kind
        && size == that.size
        && every == that.every
        && offset == that.offset
        && lateness == that.lateness;
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, size, every, offset, lateness);
  }

  /** For instance {@code sliding 10m every 5m offset 1m, allowed lateness 1h}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    switch (kind) {
      case FIXED -> text.append("fixed ").append(text(size));
      case SLIDING ->
          text.append("sliding ").append(text(size)).append(" every ").append(text(every));
      case SESSION -> text.append("session ").append(text(size));
    }
    if (offset > 0) {
      text.append(" offset ").append(text(offset));
    }
    if (lateness > 0) {
      text.append(", allowed lateness ").append(text(lateness));
    }
    return text.toString();
  }

  private static String text(long millis) {
    return DurationText.of(Duration.millis(millis));
  }
}
