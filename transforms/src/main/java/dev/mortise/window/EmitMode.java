package dev.mortise.window;

import java.io.Serializable;
import java.util.Objects;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.TimestampCombiner;
import org.apache.beam.sdk.transforms.windowing.Trigger;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.transforms.windowing.Window.ClosingBehavior;
import org.apache.beam.sdk.transforms.windowing.Window.OnTimeBehavior;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When results of a window are emitted. Every result is that of all rows so far, so a later one
 * replaces the earlier ones; a window without rows has none.
 *
 * <table>
 * <caption>What a consumer sees of one key and window</caption>
 * <tr><th>mode<th>without late rows<th>with late rows that are allowed<th>sink
 * <tr><td>final<td>one row<td>one more for each, or for each bundle of them
 *     <td>appends; must upsert if a lateness is allowed
 * <tr><td>updates<td>one a cadence while rows come, and what is left when the window expires
 *     <td>the same<td>must upsert
 * <tr><td>early and final<td>one a cadence while rows come, and one final
 *     <td>one more for each, or for each bundle of them<td>must upsert
 * </table>
 *
 * <p>Where the input is bounded, a window has one result in every mode.
 *
 * <p>Immutable. Equal when mode and cadence are.
 */
public final class EmitMode implements Serializable {
  private static final long serialVersionUID = 1L;

  private enum Kind {
    FINAL,
    UPDATES,
    EARLY_AND_FINAL
  }

  private static final EmitMode FINAL = new EmitMode(Kind.FINAL, 0);

  private final Kind kind;
  private final long every;

  private EmitMode(Kind kind, long every) {
    this.kind = kind;
    this.every = every;
  }

  /**
   * Once, {@link Timing#ON_TIME}, when the watermark passes the window's end; and {@link
   * Timing#LATE} for rows that come later and are allowed to. What Spark calls append.
   */
  public static EmitMode finalOnly() {
    return FINAL;
  }

  /**
   * The running result, {@code every} after the first row that it does not show yet, in processing
   * time; and what was not shown yet when the window expires, which is when the watermark is past
   * its end and the allowed lateness. Nothing is emitted while nothing is new. What Spark calls
   * update.
   *
   * @throws IllegalArgumentException unless every is above zero
   */
  public static EmitMode updates(Duration every) {
    return new EmitMode(Kind.UPDATES, cadence("updates", every));
  }

  /**
   * The running result, {@code every} after the first row that it does not show yet, in processing
   * time, until the watermark passes the window's end; then the final one, {@link Timing#ON_TIME},
   * even if it says nothing new; and {@link Timing#LATE} ones as {@link #finalOnly()} has them.
   *
   * @throws IllegalArgumentException unless every is above zero
   */
  public static EmitMode earlyAndFinal(Duration every) {
    return new EmitMode(Kind.EARLY_AND_FINAL, cadence("earlyAndFinal", every));
  }

  private static long cadence(String factory, Duration every) {
    if (!every.isLongerThan(Duration.ZERO)) {
      throw new IllegalArgumentException(
          "EmitMode." + factory + ": every must be above 0, but every = " + every);
    }
    return every.getMillis();
  }

  /**
   * Windows whose results come in this mode; where the input is bounded, one for each window. Not
   * every runner's batches know triggers, so none is to depend on them.
   */
  <T> Window<T> into(WindowSpec spec, boolean bounded) {
    Window<T> windows =
        Window.<T>into(spec.windowFn())
            .withTimestampCombiner(TimestampCombiner.END_OF_WINDOW)
            .accumulatingFiredPanes()
            .triggering(bounded ? AfterWatermark.pastEndOfWindow() : trigger())
            .withAllowedLateness(
                bounded ? Duration.ZERO : spec.allowedLateness(),
                ClosingBehavior.FIRE_IF_NON_EMPTY);
    // A final result comes even if an early one has said the same; an update has to say something.
    return windows.withOnTimeBehavior(
        kind == Kind.UPDATES && !bounded
            ? OnTimeBehavior.FIRE_IF_NON_EMPTY
            : OnTimeBehavior.FIRE_ALWAYS);
  }

  boolean isUpdates() {
    return kind == Kind.UPDATES;
  }

  private Trigger trigger() {
    AfterWatermark.AfterWatermarkEarlyAndLate corrected =
        AfterWatermark.pastEndOfWindow().withLateFirings(AfterPane.elementCountAtLeast(1));
    AfterProcessingTime cadence =
        AfterProcessingTime.pastFirstElementInPane().plusDelayOf(Duration.millis(every));
    return switch (kind) {
      case FINAL -> corrected;
      case UPDATES -> Repeatedly.forever(cadence);
      case EARLY_AND_FINAL -> corrected.withEarlyFirings(cadence);
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EmitMode that && kind == that.kind && every == that.every;
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, every);
  }

  /** For instance {@code early_and_final 30s}. */
  @Override
  public String toString() {
    return switch (kind) {
      case FINAL -> "final";
      case UPDATES -> "updates " + DurationText.of(Duration.millis(every));
      case EARLY_AND_FINAL -> "early_and_final " + DurationText.of(Duration.millis(every));
    };
  }
}
