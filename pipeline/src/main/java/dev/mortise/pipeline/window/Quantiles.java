package dev.mortise.pipeline.window;

import dev.mortise.coder.StateBytes;
import java.util.Arrays;

/**
 * Counts of numbers, for quantiles of many of them in little memory; immutable.
 *
 * <p>Exact while there are at most {@value #MOST_EXACT} numbers. With more, numbers keep their
 * sign, their exponent and {@value #DIGITS} binary digits behind the leading one, and a quantile is
 * the middle of what was rounded to the same: off by less than 0.4 %. The least and the greatest
 * number are exact always, and what is nearer to zero than 1e-310 counts as zero.
 *
 * <p>Which numbers came decides what comes out, never their order or how counts were merged. The
 * well-known quantile sketches, which choose at random what to drop, do not have that.
 */
final class Quantiles {
  static final int MOST_EXACT = 128;
  static final int DIGITS = 7;

  private static final int SHIFT = 52 - DIGITS;

  /** No numbers. */
  static final Quantiles NONE = new Quantiles(0, 0, new double[0], new int[0], new long[0]);

  private final double min;
  private final double max;

  /** All numbers, sorted; empty once they are rounded. */
  private final double[] exact;

  /** Rounded numbers, sorted, and how often each came. */
  private final int[] buckets;

  private final long[] times;

  private Quantiles(double min, double max, double[] exact, int[] buckets, long[] times) {
    this.min = min;
    this.max = max;
    this.exact = exact;
    this.buckets = buckets;
    this.times = times;
  }

  private static Quantiles of(double... sorted) {
    if (sorted.length == 0) {
      return NONE;
    }
    return new Quantiles(sorted[0], sorted[sorted.length - 1], sorted, new int[0], new long[0]);
  }

  /** With one more number. */
  Quantiles plus(double value) {
    if (buckets.length == 0) {
      return merge(of(value));
    }
    double least = Math.min(min, value);
    double greatest = Math.max(max, value);
    int bucket = bucket(value);
    int at = Arrays.binarySearch(buckets, bucket);
    if (at < 0) {
      return merge(new Quantiles(value, value, exact, new int[] {bucket}, new long[] {1}));
    }
    long[] counted = times.clone();
    counted[at]++;
    return new Quantiles(least, greatest, exact, buckets, counted);
  }

  /** With all the numbers of {@code other}. */
  Quantiles merge(Quantiles other) {
    if (count() == 0 || other.count() == 0) {
      return count() == 0 ? other : this;
    }
    if (buckets.length == 0
        && other.buckets.length == 0
        && exact.length + other.exact.length <= MOST_EXACT) {
      double[] all = Arrays.copyOf(exact, exact.length + other.exact.length);
      System.arraycopy(other.exact, 0, all, exact.length, other.exact.length);
      Arrays.sort(all);
      return of(all);
    }
    return rounded().mergeRounded(other.rounded());
  }

  private Quantiles rounded() {
    if (buckets.length > 0) {
      return this;
    }
    int[] keys = new int[exact.length];
    long[] counted = new long[exact.length];
    int size = 0;
    for (double value : exact) {
      int bucket = bucket(value);
      if (size == 0 || keys[size - 1] != bucket) {
        keys[size++] = bucket;
      }
      counted[size - 1]++;
    }
    return new Quantiles(
        min, max, new double[0], Arrays.copyOf(keys, size), Arrays.copyOf(counted, size));
  }

  private Quantiles mergeRounded(Quantiles other) {
    int[] keys = new int[buckets.length + other.buckets.length];
    long[] counted = new long[keys.length];
    int size = 0;
    int mine = 0;
    int theirs = 0;
    while (mine < buckets.length || theirs < other.buckets.length) {
      boolean takeMine =
          theirs == other.buckets.length
              || (mine < buckets.length && buckets[mine] <= other.buckets[theirs]);
      int key = takeMine ? buckets[mine] : other.buckets[theirs];
      long more = takeMine ? times[mine++] : other.times[theirs++];
      if (size == 0 || keys[size - 1] != key) {
        keys[size++] = key;
      }
      counted[size - 1] += more;
    }
    return new Quantiles(
        Math.min(min, other.min),
        Math.max(max, other.max),
        new double[0],
        Arrays.copyOf(keys, size),
        Arrays.copyOf(counted, size));
  }

  long count() {
    return buckets.length == 0 ? exact.length : Arrays.stream(times).sum();
  }

  /** The number of that rank, from 1 to {@link #count}. */
  double ofRank(long rank) {
    if (buckets.length == 0) {
      return exact[Math.toIntExact(rank - 1)];
    }
    long before = 0;
    for (int i = 0; i < buckets.length; i++) {
      before += times[i];
      if (before >= rank) {
        boolean greatest = rank == count();
        return rank == 1 ? min : greatest ? max : Math.max(min, Math.min(max, middle(buckets[i])));
      }
    }
    throw new IllegalArgumentException(
        "Quantiles: rank must be 1 to " + count() + ", but rank = " + rank);
  }

  /** Greater numbers have greater buckets, or the same. */
  private static int bucket(double value) {
    return (int) (inOrder(Double.doubleToLongBits(value)) >> SHIFT);
  }

  private static double middle(int bucket) {
    if (bucket == 0 || bucket == -1) {
      return 0;
    }
    long ordered = ((long) bucket << SHIFT) + (1L << (SHIFT - 1));
    return Double.longBitsToDouble(inOrder(ordered));
  }

  /** Bits of doubles to longs of the same order, and back. */
  private static long inOrder(long bits) {
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }

  void write(StateBytes to) {
    to.putVarLong(exact.length);
    for (double value : exact) {
      ValueType.writeDouble(value, to);
    }
    to.putVarLong(buckets.length);
    if (buckets.length > 0) {
      ValueType.writeDouble(min, to);
      ValueType.writeDouble(max, to);
    }
    int last = 0;
    for (int i = 0; i < buckets.length; i++) {
      to.putSignedVarLong((long) buckets[i] - last).putVarLong(times[i]);
      last = buckets[i];
    }
  }

  static Quantiles read(StateBytes.Reader from) {
    double[] exact = new double[from.getVarInt()];
    for (int i = 0; i < exact.length; i++) {
      exact[i] = ValueType.readDouble(from);
    }
    int[] buckets = new int[from.getVarInt()];
    if (buckets.length == 0) {
      return of(exact);
    }
    double min = ValueType.readDouble(from);
    double max = ValueType.readDouble(from);
    long[] times = new long[buckets.length];
    int last = 0;
    for (int i = 0; i < buckets.length; i++) {
      last += Math.toIntExact(from.getSignedVarLong());
      buckets[i] = last;
      times[i] = from.getVarLong();
    }
    return new Quantiles(min, max, exact, buckets, times);
  }
}
