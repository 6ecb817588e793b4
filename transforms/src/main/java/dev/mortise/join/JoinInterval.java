package dev.mortise.join;

import java.io.Serializable;
import java.util.Objects;
import org.joda.time.Duration;

/**
 * The time semantics of an interval join: which distance in event time two rows may have, how long
 * past the watermark they are waited for, and what becomes of rows behind the watermark.
 *
 * <p>A left row at event time {@code tl} and a right row at {@code tr} are within the interval when
 * {@code lower <= tr - tl <= upper}. Both ends are inclusive unless excluded. All durations are
 * event time in milliseconds, and both bounds may be negative: {@code between(-5m, -1m)} wants the
 * right row one to five minutes <em>before</em> the left one.
 *
 * <p>Immutable. Equal when the closed interval, the lateness and the late rows' treatment are.
 */
public final class JoinInterval implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The longest bound and lateness that can be asked for: 10,000 years. */
  public static final Duration MAX_BOUND = Duration.standardDays(3_652_500L);

  private final long lowerMillis;
  private final long upperMillis;
  private final long latenessMillis;
  private final LateRows lateRows;

  private JoinInterval(long lowerMillis, long upperMillis, long latenessMillis, LateRows lateRows) {
    this.lowerMillis = lowerMillis;
    this.upperMillis = upperMillis;
    this.latenessMillis = latenessMillis;
    this.lateRows = lateRows;
  }

  /**
   * The interval {@code lower <= tr - tl <= upper}, both ends inclusive, with no allowed lateness
   * and late rows joined.
   *
   * @param lower least distance of a right row from its left row, in event time
   * @param upper greatest distance, in event time
   * @throws IllegalArgumentException if lower is above upper, or either is longer than {@link
   *     #MAX_BOUND}
   */
  public static JoinInterval between(Duration lower, Duration upper) {
    long lo = bound("lower", lower);
    long hi = bound("upper", upper);
    if (lo > hi) {
      throw new IllegalArgumentException(
          String.format(
              "JoinInterval.between: lower must not be above upper, but lower = %s and upper = %s."
                  + " Swap them?",
              lower, upper));
    }
    return new JoinInterval(lo, hi, 0L, LateRows.JOIN);
  }

  /**
   * The same interval without its lower end: {@code lower < tr - tl}.
   *
   * @throws IllegalArgumentException if nothing would be left
   */
  public JoinInterval exclusiveLower() {
    return narrowed("exclusiveLower", lowerMillis + 1, upperMillis);
  }

  /**
   * The same interval without its upper end: {@code tr - tl < upper}.
   *
   * @throws IllegalArgumentException if nothing would be left
   */
  public JoinInterval exclusiveUpper() {
    return narrowed("exclusiveUpper", lowerMillis, upperMillis - 1);
  }

  /**
   * Keeps rows this much longer, in event time past the watermark, so that partners which arrive
   * behind it still match. State grows with it.
   *
   * @throws IllegalArgumentException if negative or longer than {@link #MAX_BOUND}
   */
  public JoinInterval withAllowedLateness(Duration lateness) {
    long millis = bound("allowedLateness", lateness);
    if (millis < 0) {
      throw new IllegalArgumentException(
          "JoinInterval.withAllowedLateness: must not be negative, but lateness = " + lateness);
    }
    return new JoinInterval(lowerMillis, upperMillis, millis, lateRows);
  }

  /** Sets what becomes of rows behind the watermark. */
  public JoinInterval withLateRows(LateRows treatment) {
    return new JoinInterval(
        lowerMillis, upperMillis, latenessMillis, Objects.requireNonNull(treatment, "treatment"));
  }

  /** The interval seen from the other side: sides swapped, bounds negated. */
  public JoinInterval mirrored() {
    return new JoinInterval(-upperMillis, -lowerMillis, latenessMillis, lateRows);
  }

  /** Least distance {@code tr - tl} that matches, inclusive, in event time. */
  public Duration lower() {
    return Duration.millis(lowerMillis);
  }

  /** Greatest distance {@code tr - tl} that matches, inclusive, in event time. */
  public Duration upper() {
    return Duration.millis(upperMillis);
  }

  /** How long rows are kept past their last possible partner, in event time. */
  public Duration allowedLateness() {
    return Duration.millis(latenessMillis);
  }

  /** What becomes of rows behind the watermark. */
  public LateRows lateRows() {
    return lateRows;
  }

  /**
   * How far behind its own event time a row of {@code side} stays joinable: {@code upper +
   * lateness} for the left, {@code -lower + lateness} for the right. Negative when partners only
   * ever lie in the past, in event time.
   */
  public Duration retention(JoinSide side) {
    return Duration.millis(retentionMillis(side));
  }

  long retentionMillis(JoinSide side) {
    return (side == JoinSide.LEFT ? upperMillis : -lowerMillis) + latenessMillis;
  }

  /** Least distance of a partner's time from the time of a row of {@code side}. */
  long partnerFromMillis(JoinSide side) {
    return side == JoinSide.LEFT ? lowerMillis : -upperMillis;
  }

  /** Greatest distance of a partner's time from the time of a row of {@code side}. */
  long partnerToMillis(JoinSide side) {
    return side == JoinSide.LEFT ? upperMillis : -lowerMillis;
  }

  private JoinInterval narrowed(String method, long lo, long hi) {
    if (lo > hi) {
      throw new IllegalArgumentException(
          String.format(
              "JoinInterval.%s: some distance must be left, but %s without that end is empty.",
              method, this));
    }
    return new JoinInterval(lo, hi, latenessMillis, lateRows);
  }

  private static long bound(String name, Duration duration) {
    Objects.requireNonNull(duration, name);
    if (Math.abs(duration.getMillis()) > MAX_BOUND.getMillis()
        || duration.getMillis() == Long.MIN_VALUE) {
      throw new IllegalArgumentException(
          String.format(
              "JoinInterval: %s must be at most 10,000 years long, but %s = %s.",
              name, name, duration));
    }
    return duration.getMillis();
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof JoinInterval other
        && lowerMillis == other.lowerMillis
        && upperMillis == other.upperMillis
        && latenessMillis == other.latenessMillis
        && lateRows == other.lateRows;
  }

  @Override
  public int hashCode() {
    return Objects.hash(lowerMillis, upperMillis, latenessMillis, lateRows);
  }

  @Override
  public String toString() {
    return String.format(
        "[%s, %s] lateness %s, late rows %s", lower(), upper(), allowedLateness(), lateRows);
  }
}
