package dev.mortise.join;

/**
 * The rules of an interval join, apart from any runner: what becomes of a row that arrives, and of
 * rows that expire. Times and watermarks are event time in milliseconds.
 *
 * <p>A row of a side expires when the watermark is past its time plus the side's retention. Between
 * that moment and the timer that takes the row away, probes no longer see it, so that the result
 * does not depend on how soon a runner fires timers.
 */
final class JoinEngine {
  /**
   * Takes what a join emits. A row that was kept is a body from {@code start} to {@code end} of
   * some bytes.
   */
  interface Output {
    /** A pair of the row that arrived and one that was waiting. */
    void pair(Arrival row, long partnerTime, byte[] bytes, int start, int end);

    void late(Arrival row, long watermark);

    /** Whether unmatched rows of {@code side} are emitted. They are counted in any case. */
    boolean emitsUnmatched(JoinSide side);

    void unmatched(JoinSide side, long time, byte[] bytes, int start, int end);
  }

  private final JoinInterval interval;
  private final long lastTime;

  /**
   * Joins by {@code interval}.
   *
   * @param lastTime the latest time that a timer can be set for: what would expire later expires
   *     when the watermark passes it
   */
  JoinEngine(JoinInterval interval, long lastTime) {
    this.interval = interval;
    this.lastTime = lastTime;
  }

  /** The last watermark at which a row still waits: it expires when the watermark is past it. */
  long expiry(JoinSide side, long time) {
    return Math.min(time + interval.retentionMillis(side), lastTime);
  }

  /** How long a row of {@code side} waits, event time. */
  long retention(JoinSide side) {
    return interval.retentionMillis(side);
  }

  /** Rows of {@code side} with an event time before this one have expired. */
  private long firstWaiting(JoinSide side, long watermark) {
    return watermark > lastTime ? Long.MAX_VALUE : watermark - interval.retentionMillis(side);
  }

  /** Handles a row that arrives, and says whether it now waits in the tree. */
  boolean arrive(JoinTree tree, Arrival row, long watermark, JoinTally tally, Output out) {
    JoinSide side = row.side();
    int own = side.code();
    if (interval.lateRows() == LateRows.DIVERT && row.time() < watermark) {
      tally.lateRows[own]++;
      out.late(row, watermark);
      return false;
    }
    byte[] bytes = row.bytes();
    int start = row.start();
    int slot =
        KeyHash.slot(
            KeyHash.of(bytes, RowBody.keyStart(bytes, start), RowBody.keyEnd(bytes, start)));
    long pairs = probe(tree, slot, row, watermark, tally, out);
    tally.arrived(pairs);
    if (pairs > 0) {
      tally.matchedRows[own]++;
    }
    if (expiry(side, row.time()) >= watermark) {
      tree.insert(slot, pairs > 0, row);
      tally.rowsStored[own]++;
      return true;
    }
    if (pairs > 0) {
      tally.lateMatchedRows[own]++;
    } else {
      tally.lateRows[own]++;
      out.late(row, watermark);
    }
    return false;
  }

  private long probe(
      JoinTree tree, int slot, Arrival row, long watermark, JoinTally tally, Output out) {
    JoinSide side = row.side();
    JoinSide other = side.other();
    long time = row.time();
    long from = Math.max(time + interval.partnerFromMillis(side), firstWaiting(other, watermark));
    long to = time + interval.partnerToMillis(side);
    if (from > to) {
      return 0;
    }
    long before = tally.pairs;
    tree.probe(
        slot,
        other,
        from,
        to,
        new JoinTree.Probe() {
          @Override
          public boolean hasKey(byte[] bytes, int start) {
            return RowBody.sameKey(row.bytes(), row.start(), bytes, start);
          }

          @Override
          public boolean visit(
              long partnerTime, boolean matched, byte[] bytes, int start, int end) {
            tally.pair(side == JoinSide.LEFT ? partnerTime - time : time - partnerTime);
            if (!matched) {
              tally.matchedRows[other.code()]++;
            }
            out.pair(row, partnerTime, bytes, start, end);
            return true;
          }
        });
    return tally.pairs - before;
  }

  /**
   * Takes away the rows that the watermark has passed.
   *
   * @param leftDue whether left rows must go now; otherwise those go that are met
   * @param rightDue the same for right rows
   */
  void expire(
      JoinTree tree,
      long watermark,
      boolean leftDue,
      boolean rightDue,
      JoinTally tally,
      Output out) {
    JoinTree.Expiry expiry = new JoinTree.Expiry();
    expiry.set(JoinSide.LEFT, firstWaiting(JoinSide.LEFT, watermark), leftDue);
    expiry.set(JoinSide.RIGHT, firstWaiting(JoinSide.RIGHT, watermark), rightDue);
    tree.expire(
        expiry,
        new JoinTree.Expired() {
          @Override
          public boolean needsBody(JoinSide side, boolean matched) {
            return !matched && out.emitsUnmatched(side);
          }

          @Override
          public void row(
              JoinSide side, long time, boolean matched, byte[] bytes, int start, int end) {
            tally.rowsExpired[side.code()]++;
            if (!matched) {
              tally.unmatchedRows[side.code()]++;
            }
            if (needsBody(side, matched)) {
              out.unmatched(side, time, bytes, start, end);
            }
          }
        });
  }
}
