package dev.mortise.bench;

import java.util.concurrent.atomic.LongAdder;

/** What the run in this JVM has found so far, from all of its threads. */
public final class Found {
  private static final LongAdder PAIRS = new LongAdder();
  private static final LongAdder UNMATCHED = new LongAdder();
  private static final LongAdder LATE = new LongAdder();
  private static final LongAdder CHECKSUM = new LongAdder();

  private Found() {}

  /**
   * What a run found.
   *
   * @param checksum of the ids of all pairs and unmatched rows, whatever their order
   */
  public record Totals(long pairs, long unmatched, long late, long checksum) {}

  public static void pair(long leftId, long rightId) {
    PAIRS.increment();
    CHECKSUM.add(Generator.mix(leftId * 31 + Generator.mix(rightId)));
  }

  public static void unmatched(long leftId) {
    UNMATCHED.increment();
    CHECKSUM.add(Generator.mix(~leftId));
  }

  public static void late() {
    LATE.increment();
  }

  /** What was found since the last call. */
  public static Totals take() {
    return new Totals(
        PAIRS.sumThenReset(),
        UNMATCHED.sumThenReset(),
        LATE.sumThenReset(),
        CHECKSUM.sumThenReset());
  }
}
