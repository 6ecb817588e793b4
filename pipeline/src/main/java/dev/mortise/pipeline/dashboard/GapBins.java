package dev.mortise.pipeline.dashboard;

import dev.mortise.join.JoinInterval;
import java.io.Serializable;

/**
 * The bins of a histogram over a join's bound: of equal width, the first at its lower end. A gap is
 * the event time of the right row minus that of the left one.
 *
 * @param lower least gap of the bound, in milliseconds
 * @param upper greatest gap of the bound, in milliseconds
 * @param width of a bin, in milliseconds
 * @param count how many bins
 */
record GapBins(long lower, long upper, long width, int count) implements Serializable {
  private static final int WANTED = 24;

  static GapBins of(JoinInterval interval) {
    long lower = interval.lower().getMillis();
    long upper = interval.upper().getMillis();
    long span = upper - lower;
    long width = Math.max(1, ceil(span, WANTED));
    return new GapBins(lower, upper, width, (int) Math.max(1, ceil(span, width)));
  }

  private static long ceil(long span, long width) {
    return (span + width - 1) / width;
  }

  /** The bin of a gap; below 0 or beyond the last one where the bound excludes it. */
  long indexOf(long gap) {
    // Both ends belong to the bound, so the last bin holds its upper end.
    return gap == upper ? count - 1L : Math.floorDiv(gap - lower, width);
  }

  /** The gap at which a bin begins, in milliseconds. */
  long start(long index) {
    return lower + index * width;
  }
}
