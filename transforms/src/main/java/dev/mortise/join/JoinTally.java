package dev.mortise.join;

/**
 * What a join did with its rows since the last time it was asked: plain numbers, so that counting a
 * row costs an addition, and metrics are told once a bundle.
 */
final class JoinTally {
  final long[] matchedRows = new long[2];
  final long[] unmatchedRows = new long[2];
  final long[] lateRows = new long[2];
  final long[] lateMatchedRows = new long[2];
  final long[] rowsStored = new long[2];
  final long[] rowsExpired = new long[2];
  long pairs;

  /** Pairs that one arriving row completed, counted by {@link Buckets#FANOUT}. */
  final long[] fanout = new long[Buckets.FANOUT.size()];

  /** Distances of partners whose right row is not the earlier one, by {@link Buckets#GAP}. */
  final long[] gap = new long[Buckets.GAP.size()];

  /** Distances of partners whose right row is the earlier one, by {@link Buckets#GAP}. */
  final long[] negativeGap = new long[Buckets.GAP.size()];

  void pair(long gapMillis) {
    pairs++;
    if (gapMillis >= 0) {
      gap[Buckets.GAP.indexOf(gapMillis)]++;
    } else {
      negativeGap[Buckets.GAP.indexOf(-gapMillis)]++;
    }
  }

  void arrived(long pairsOfRow) {
    fanout[Buckets.FANOUT.indexOf(pairsOfRow)]++;
  }
}
