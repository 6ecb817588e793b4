package dev.mortise.bench;

import java.util.Arrays;

/** The rows of a workload, computed from their numbers: block by block, in any order. */
public final class Generator {
  private static final long SEED = 20_260_105;
  private static final int HOT_EVERY = 100;
  private static final int OPEN_AUCTIONS = 300;
  private static final int UNMATCHED_PERCENT = 30;

  private final Workload workload;
  private final double[] cumulated;

  /** Takes rows. */
  @FunctionalInterface
  public interface Rows {
    void row(boolean left, Event event);
  }

  public Generator(Workload workload) {
    this.workload = workload;
    this.cumulated = workload.keys() == Keys.ZIPF ? zipf(workload.keyCount()) : new double[0];
  }

  private static double[] zipf(int keys) {
    double[] sums = new double[keys];
    double sum = 0;
    for (int i = 0; i < keys; i++) {
      sum += 1.0 / (i + 1);
      sums[i] = sum;
    }
    for (int i = 0; i < keys; i++) {
      sums[i] /= sum;
    }
    return sums;
  }

  /** The rows of a block, the sides in turn. */
  public void block(long block, Rows rows) {
    Start.rowsAreMade();
    int left = workload.leftPerBlock();
    int right = workload.rightPerBlock();
    int most = Math.max(left, right);
    int lefts = 0;
    int rights = 0;
    for (int i = 0; i < most; i++) {
      if ((long) lefts * most <= (long) i * left && lefts < left) {
        rows.row(true, event(block, lefts++, true, left));
      }
      if ((long) rights * most <= (long) i * right && rights < right) {
        rows.row(false, event(block, rights++, false, right));
      }
    }
  }

  private Event event(long block, int place, boolean left, int perBlock) {
    long number = block * perBlock + place;
    long hash = mix(SEED * 2 + (left ? 0 : 1) + number * 0x9E3779B97F4A7C15L);
    long time =
        workload.startOf(block)
            + place * Workload.BLOCK_MILLIS / perBlock
            - Math.floorMod(mix(hash + 1), workload.jitterMillis() + 1);
    byte[] payload = new byte[workload.payloadBytes()];
    Arrays.fill(payload, (byte) hash);
    return new Event(number, key(number, hash, left), time, payload);
  }

  private long key(long number, long hash, boolean left) {
    return switch (workload.keys()) {
      case UNIFORM -> Math.floorMod(hash, (long) workload.keyCount());
      case ZIPF -> {
        double at = (hash >>> 11) * 0x1.0p-53;
        int found = Arrays.binarySearch(cumulated, at);
        yield Math.min(workload.keyCount() - 1, found < 0 ? -found - 1 : found);
      }
      case PARTNERED -> left ? number : partner(number, hash);
      case AUCTIONS -> left ? number : auction(number, hash);
    };
  }

  /** Of the left row half the bound ago, unless that one is to stay alone. */
  private long partner(long number, long hash) {
    long ago = workload.upperMillis() / 2 * workload.leftPerBlock() / Workload.BLOCK_MILLIS;
    long partner = number - ago;
    boolean alone = partner < 0 || Math.floorMod(mix(partner), 100L) < UNMATCHED_PERCENT;
    return alone ? -1 - (hash >>> 1) : partner;
  }

  private long auction(long number, long hash) {
    long newest = number * workload.leftPerBlock() / workload.rightPerBlock();
    long hot = newest / HOT_EVERY * HOT_EVERY;
    return (hash & 1) == 0
        ? hot
        : Math.max(0, newest - Math.floorMod(mix(hash + 2), OPEN_AUCTIONS));
  }

  /** Spreads numbers that lie close together over all longs. */
  public static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
