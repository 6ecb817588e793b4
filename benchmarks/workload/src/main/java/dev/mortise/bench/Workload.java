package dev.mortise.bench;

import java.io.Serializable;
import java.util.List;

/**
 * Two streams to join, the same for every contender. Nothing in it comes from a clock.
 *
 * @param name what it is called on the command line and in the table
 * @param blocks how much there is; a block is {@link #BLOCK_MILLIS} of event time on both sides
 * @param leftPerBlock left rows in a block
 * @param rightPerBlock right rows in a block
 * @param keys how rows are spread over keys
 * @param keyCount how many keys there are, where {@code keys} leaves it open
 * @param lowerMillis lower bound of right minus left, event time
 * @param upperMillis upper bound of right minus left, event time
 * @param jitterMillis how far rows are out of order, event time
 * @param lagMillis how far the watermark trails the rows, event time; at least the jitter
 * @param payloadBytes what a row carries besides id, key and time
 * @param outer whether unmatched left rows are asked for
 * @param checkpointMillis time between checkpoints, processing time
 */
public record Workload(
    String name,
    int blocks,
    int leftPerBlock,
    int rightPerBlock,
    Keys keys,
    int keyCount,
    long lowerMillis,
    long upperMillis,
    long jitterMillis,
    long lagMillis,
    int payloadBytes,
    boolean outer,
    long checkpointMillis)
    implements Serializable {
  /** Event time that a block covers. */
  public static final long BLOCK_MILLIS = 1_000;

  /** Event time at which the first block begins: Spark takes rows before 1970 for late. */
  private static final long FIRST_MILLIS = 1_767_607_200_000L;

  private static final long SELDOM = 10_000;
  private static final long OFTEN = 2_000;
  private static final long JITTER = 50;

  /** All of them, at their smallest size. */
  public static final List<Workload> ALL =
      List.of(
          new Draft("uniform", 600, Keys.UNIFORM, 100_000).within(-100_000, 100_000).done(),
          new Draft("zipf", 600, Keys.ZIPF, 100_000).within(-250, 250).lagging(10_000).done(),
          new Draft("hot", 150, Keys.UNIFORM, 10).within(-50, 50).lagging(100_000).done(),
          // The same with 100 and with 100,000 rows waiting in each key.
          new Draft("hot-100", 2_000, Keys.UNIFORM, 10).within(-50, 50).lagging(1_000).done(),
          new Draft("hot-100k", 2_000, Keys.UNIFORM, 10).within(-50, 50).lagging(1_000_000).done(),
          new Draft("wide", 1_000, Keys.UNIFORM, 1_000_000)
              .within(0, 600_000)
              .checkpointed(OFTEN)
              .done(),
          new Draft("outer", 600, Keys.PARTNERED, 0).within(0, 60_000).leftOuter().done(),
          new Draft("payload-1k", 300, Keys.UNIFORM, 100_000)
              .within(-100_000, 100_000)
              .carrying(1_024)
              .done(),
          new Draft("auctions", 2_400, Keys.AUCTIONS, 0).rows(70, 930).within(0, 20_000).done());

  /** The workload of that name. */
  public static Workload named(String name) {
    return ALL.stream()
        .filter(workload -> workload.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Workload.named: must be one of "
                        + ALL.stream().map(Workload::name).toList()
                        + ", but name = "
                        + name));
  }

  /** The same with another number of blocks. */
  public Workload ofBlocks(int count) {
    return new Workload(
        name,
        count,
        leftPerBlock,
        rightPerBlock,
        keys,
        keyCount,
        lowerMillis,
        upperMillis,
        jitterMillis,
        lagMillis,
        payloadBytes,
        outer,
        checkpointMillis);
  }

  /** Rows of both sides together. */
  public long rows() {
    return (long) blocks * (leftPerBlock + rightPerBlock);
  }

  /**
   * How many rows wait for partners once the stream is long enough, by the rates and bounds alone:
   * a row is kept until the watermark says that no partner can come.
   */
  public long waitingRows() {
    long leftMillis = Math.max(0, upperMillis + lagMillis);
    long rightMillis = Math.max(0, -lowerMillis + lagMillis);
    long whole = blocks * BLOCK_MILLIS;
    return (Math.min(whole, leftMillis) * leftPerBlock
            + Math.min(whole, rightMillis) * rightPerBlock)
        / BLOCK_MILLIS;
  }

  /**
   * The watermark when the blocks before {@code block} have been read, in milliseconds: no later
   * row is before it.
   */
  public long watermarkBefore(long block) {
    return startOf(block) - lagMillis;
  }

  /** The least event time that a row of the block can have, in milliseconds. */
  public long earliestIn(long block) {
    return startOf(block) - jitterMillis;
  }

  /** The event time at which the block begins, in milliseconds. */
  public long startOf(long block) {
    return FIRST_MILLIS + block * BLOCK_MILLIS;
  }

  /** A workload that is being described; what is left out is as in most of them. */
  private static final class Draft {
    private final String name;
    private final int blocks;
    private final Keys keys;
    private final int keyCount;
    private int left = 1_000;
    private int right = 1_000;
    private long lower;
    private long upper;
    private long lag = JITTER;
    private int payload = 64;
    private boolean outer;
    private long checkpoints = SELDOM;

    Draft(String name, int blocks, Keys keys, int keyCount) {
      this.name = name;
      this.blocks = blocks;
      this.keys = keys;
      this.keyCount = keyCount;
    }

    Draft rows(int leftPerBlock, int rightPerBlock) {
      left = leftPerBlock;
      right = rightPerBlock;
      return this;
    }

    Draft within(long lowerMillis, long upperMillis) {
      lower = lowerMillis;
      upper = upperMillis;
      return this;
    }

    Draft lagging(long millis) {
      lag = millis;
      return this;
    }

    Draft carrying(int bytes) {
      payload = bytes;
      return this;
    }

    Draft leftOuter() {
      outer = true;
      return this;
    }

    Draft checkpointed(long millis) {
      checkpoints = millis;
      return this;
    }

    Workload done() {
      return new Workload(
          name,
          blocks,
          left,
          right,
          keys,
          keyCount,
          lower,
          upper,
          JITTER,
          lag,
          payload,
          outer,
          checkpoints);
    }
  }
}
