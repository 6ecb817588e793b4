package dev.mortise.join;

import java.util.Arrays;

/**
 * Upper bounds, inclusive, of a histogram's buckets; what is above the last one has a bucket of its
 * own. A value counts in one bucket only.
 */
final class Buckets {
  /** Distance in event time between partners, in milliseconds: from one to a month. */
  static final Buckets GAP =
      new Buckets(
          0,
          1,
          10,
          100,
          250,
          500,
          1_000,
          2_000,
          5_000,
          10_000,
          15_000,
          30_000,
          60_000,
          120_000,
          300_000,
          600_000,
          900_000,
          1_200_000,
          1_800_000,
          3_600_000,
          7_200_000,
          14_400_000,
          21_600_000,
          43_200_000,
          86_400_000,
          172_800_000,
          604_800_000,
          2_592_000_000L);

  /** Pairs that one arriving row completed. */
  static final Buckets FANOUT = new Buckets(0, 1, 2, 5, 10, 20, 50, 100, 1_000, 10_000, 100_000);

  private final long[] bounds;

  private Buckets(long... bounds) {
    this.bounds = bounds;
  }

  int size() {
    return bounds.length + 1;
  }

  int indexOf(long value) {
    int at = Arrays.binarySearch(bounds, value);
    return at >= 0 ? at : -at - 1;
  }

  /** The bucket's bound as metric names have it: a number, or {@code inf}. */
  String label(int index) {
    return index == bounds.length ? "inf" : Long.toString(bounds[index]);
  }
}
