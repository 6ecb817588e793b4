package dev.mortise.pipeline.graph;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts of values, for quantiles of many values in little memory.
 *
 * <p>Exact while there are at most {@value #MAX_BUCKETS} different values. With more, values keep
 * only their leading binary digits, as many as fit: a quantile is then off by less than 1 % for
 * values of one sign up to two years in milliseconds, and by less than 4 % whatever they span. The
 * result depends on the values, and never on their order or on how histograms were merged.
 */
final class GapHistogram {
  static final int MAX_BUCKETS = 2048;
  static final int EXACT_DIGITS = 63;

  /** With more digits than this, the buckets of any two powers of two overflow at once. */
  private static final int MOST_ROUNDED_DIGITS = 11;

  private int digits = EXACT_DIGITS;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private TreeMap<Long, Long> counts = new TreeMap<>();

  GapHistogram() {}

  /** Restores a histogram from what {@link #digits}, {@link #min}, ... told about it. */
  GapHistogram(int digits, long min, long max, Map<Long, Long> counts) {
    this.digits = digits;
    this.min = min;
    this.max = max;
    this.counts = new TreeMap<>(counts);
  }

  /** A histogram of its own with the same values. */
  GapHistogram copy() {
    return new GapHistogram(digits, min, max, counts);
  }

  /** Counts {@code value} {@code times} times. */
  void add(long value, long times) {
    min = Math.min(min, value);
    max = Math.max(max, value);
    counts.merge(rounded(value, digits), times, Long::sum);
    if (counts.size() > MAX_BUCKETS) {
      coarsen();
    }
  }

  /** Counts all that {@code other} counted. */
  void addAll(GapHistogram other) {
    if (other.isEmpty()) {
      return;
    }
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    if (other.digits < digits) {
      roundTo(other.digits);
    }
    other.counts.forEach((value, times) -> counts.merge(rounded(value, digits), times, Long::sum));
    if (counts.size() > MAX_BUCKETS) {
      coarsen();
    }
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  int digits() {
    return digits;
  }

  long min() {
    return min;
  }

  long max() {
    return max;
  }

  /** Times by rounded value. */
  Map<Long, Long> counts() {
    return Collections.unmodifiableMap(counts);
  }

  /**
   * The least value that at least the share {@code q} of the values does not exceed.
   *
   * @param q 0 to 1
   */
  long quantile(double q) {
    long total = counts.values().stream().mapToLong(Long::longValue).sum();
    long rank = Math.max(1, (long) Math.ceil(q * total));
    long seen = 0;
    for (Map.Entry<Long, Long> bucket : counts.entrySet()) {
      seen += bucket.getValue();
      if (seen >= rank) {
        return Math.max(min, Math.min(max, middle(bucket.getKey())));
      }
    }
    throw new IllegalStateException("GapHistogram.quantile: there must be values, but none is.");
  }

  private void coarsen() {
    int next = Math.min(digits - 1, MOST_ROUNDED_DIGITS);
    while (counts.size() > MAX_BUCKETS) {
      roundTo(next--);
    }
  }

  private void roundTo(int fewer) {
    TreeMap<Long, Long> coarse = new TreeMap<>();
    counts.forEach((value, times) -> coarse.merge(rounded(value, fewer), times, Long::sum));
    counts = coarse;
    digits = fewer;
  }

  /** Cutting digits twice is cutting them once, which is why the order of values can't matter. */
  private static long rounded(long value, int digits) {
    long magnitude = Math.abs(value);
    int shift = shift(magnitude, digits);
    long cut = magnitude >>> shift << shift;
    return value < 0 ? -cut : cut;
  }

  private long middle(long rounded) {
    long half = (1L << shift(Math.abs(rounded), digits)) / 2;
    return rounded < 0 ? rounded - half : rounded + half;
  }

  private static int shift(long magnitude, int digits) {
    return Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(magnitude) - digits);
  }
}
