package dev.mortise.pipeline.graph;

import java.util.Arrays;

/**
 * Counts of values, for quantiles of many values in little memory.
 *
 * <p>Exact while there are at most {@value #MOST_EXACT} different values. With more, values keep
 * their {@value #ROUNDED_DIGITS} leading binary digits, and a quantile is the middle of what was
 * rounded to the same: off by less than 1 %. The least and the greatest value are exact always. The
 * result depends on the values, and never on their order or on how histograms were merged.
 *
 * <p>Both parts are arrays, a hash table of values and then a bucket for each rounded magnitude, so
 * that counting a value takes some nanoseconds.
 */
final class GapHistogram {
  static final int MOST_EXACT = 2048;
  static final int EXACT_DIGITS = 63;
  static final int ROUNDED_DIGITS = 7;

  /** Magnitudes from a power of two to the next. */
  private static final int HALF = 1 << (ROUNDED_DIGITS - 1);

  private static final int BUCKETS = HALF * (Long.SIZE - ROUNDED_DIGITS) + HALF;
  private static final int FIRST_SLOTS = 16;

  /** What becomes of each bucket. */
  @FunctionalInterface
  interface Visitor<E extends Exception> {
    void visit(long value, long times) throws E;
  }

  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  /** Values by slot, where {@link #times} is not zero; empty once values are rounded. */
  private long[] values = new long[FIRST_SLOTS];

  private long[] times = new long[FIRST_SLOTS];
  private int different;

  /** Times by magnitude, once values are rounded. */
  private long[] positive = {};

  private long[] negative = {};

  GapHistogram() {}

  /** A histogram of its own with the same values. */
  GapHistogram copy() {
    GapHistogram copy = new GapHistogram();
    copy.min = min;
    copy.max = max;
    copy.values = values.clone();
    copy.times = times.clone();
    copy.different = different;
    copy.positive = positive.clone();
    copy.negative = negative.clone();
    return copy;
  }

  /** Counts {@code value} once. */
  void add(long value) {
    widen(value, value);
    count(value, 1);
  }

  /** Counts all that {@code other} counted. */
  void addAll(GapHistogram other) {
    widen(other.min, other.max);
    if (other.isRounded()) {
      round();
    }
    other.forEach(this::count);
  }

  /** Counts values that lie between {@code least} and {@code greatest}. */
  void widen(long least, long greatest) {
    min = Math.min(min, least);
    max = Math.max(max, greatest);
  }

  /** Counts a value, or what it was rounded to, without a look at the least and the greatest. */
  void count(long value, long howOften) {
    if (isRounded()) {
      countRounded(value, howOften);
      return;
    }
    int slot = slot(value);
    if (times[slot] == 0) {
      if (different == MOST_EXACT) {
        round();
        countRounded(value, howOften);
        return;
      }
      different++;
      values[slot] = value;
    }
    times[slot] += howOften;
    if (2 * different > values.length) {
      grow();
    }
  }

  boolean isEmpty() {
    return min > max;
  }

  /** How many leading binary digits values have kept. */
  int digits() {
    return isRounded() ? ROUNDED_DIGITS : EXACT_DIGITS;
  }

  long min() {
    return min;
  }

  long max() {
    return max;
  }

  /** From now on only the leading digits of values are kept. */
  void round() {
    if (isRounded()) {
      return;
    }
    long[] exact = values;
    long[] counted = times;
    values = new long[0];
    times = new long[0];
    different = 0;
    positive = new long[BUCKETS];
    for (int slot = 0; slot < exact.length; slot++) {
      if (counted[slot] != 0) {
        countRounded(exact[slot], counted[slot]);
      }
    }
  }

  /** Visits values, or what they were rounded to, in ascending order. */
  <E extends Exception> void forEach(Visitor<E> visitor) throws E {
    if (!isRounded()) {
      for (long value : sortedValues()) {
        visitor.visit(value, times[slot(value)]);
      }
      return;
    }
    for (int bucket = negative.length - 1; bucket >= 0; bucket--) {
      if (negative[bucket] != 0) {
        visitor.visit(-least(bucket), negative[bucket]);
      }
    }
    for (int bucket = 0; bucket < positive.length; bucket++) {
      if (positive[bucket] != 0) {
        visitor.visit(least(bucket), positive[bucket]);
      }
    }
  }

  /** How many buckets {@link #forEach} visits. */
  int size() {
    int[] size = {0};
    forEach((value, howOften) -> size[0]++);
    return size[0];
  }

  /**
   * The least value that at least the share {@code q} of the values does not exceed.
   *
   * @param q 0 to 1
   */
  long quantile(double q) {
    if (isEmpty()) {
      throw new IllegalStateException("GapHistogram.quantile: there must be values, but none is.");
    }
    long[] total = {0};
    forEach((value, howOften) -> total[0] += howOften);
    long rank = Math.max(1, (long) Math.ceil(q * total[0]));
    long[] found = {0, max};
    forEach(
        (value, howOften) -> {
          if (found[0] < rank) {
            found[1] = value;
          }
          found[0] += howOften;
        });
    return Math.max(min, Math.min(max, isRounded() ? middle(found[1]) : found[1]));
  }

  private boolean isRounded() {
    return positive.length > 0;
  }

  private long[] sortedValues() {
    long[] sorted = new long[different];
    int size = 0;
    for (int slot = 0; slot < values.length; slot++) {
      if (times[slot] != 0) {
        sorted[size++] = values[slot];
      }
    }
    Arrays.sort(sorted);
    return sorted;
  }

  /** Where a value is, or would be. */
  private int slot(long value) {
    int mask = values.length - 1;
    long hash = value * 0x9E3779B97F4A7C15L;
    int slot = (int) (hash >>> 32) & mask;
    while (times[slot] != 0 && values[slot] != value) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldValues = values;
    long[] oldTimes = times;
    values = new long[2 * oldValues.length];
    times = new long[2 * oldTimes.length];
    for (int old = 0; old < oldValues.length; old++) {
      if (oldTimes[old] != 0) {
        int slot = slot(oldValues[old]);
        values[slot] = oldValues[old];
        times[slot] = oldTimes[old];
      }
    }
  }

  private void countRounded(long value, long howOften) {
    if (value >= 0) {
      positive[bucket(value)] += howOften;
      return;
    }
    if (negative.length == 0) {
      negative = new long[BUCKETS];
    }
    negative[bucket(-Math.max(value, -Long.MAX_VALUE))] += howOften;
  }

  /** Small magnitudes have a bucket each; of a greater one, its leading digits and its length. */
  private static int bucket(long magnitude) {
    int shift = shift(magnitude);
    return HALF * shift + (int) (magnitude >>> shift);
  }

  /** The least magnitude in a bucket. */
  private static long least(int bucket) {
    int shift = Math.max(0, bucket / HALF - 1);
    return (long) (bucket - HALF * shift) << shift;
  }

  private static long middle(long rounded) {
    long half = (1L << shift(Math.abs(rounded))) / 2;
    return rounded < 0 ? rounded - half : rounded + half;
  }

  private static int shift(long magnitude) {
    return Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(magnitude) - ROUNDED_DIGITS);
  }
}
