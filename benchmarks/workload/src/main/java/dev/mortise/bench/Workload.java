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

  /** All of them, at their smallest size. */
  public static final List<Workload> ALL =
      List.of(
          even("uniform", 600, Keys.UNIFORM, 100_000).within(-100_000, 100_000),
          even("zipf", 600, Keys.ZIPF, 100_000).within(-250, 250).lagging(10_000),
          even("hot", 150, Keys.UNIFORM, 10).within(-50, 50).lagging(100_000),
          even("wide", 1_000, Keys.UNIFORM, 1_000_000).within(0, 600_000).checkpointed(OFTEN),
          even("outer", 600, Keys.PARTNERED, 0).within(0, 60_000).leftOuter(),
          even("payload-1k", 300, Keys.UNIFORM, 100_000).within(-100_000, 100_000).carrying(1_024),
          new Workload(
              "auctions", 600, 70, 930, Keys.AUCTIONS, 0, 0, 20_000, 50, 50, 64, false, SELDOM));

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

  private static Workload even(String name, int blocks, Keys keys, int keyCount) {
    return new Workload(
        name, blocks, 1_000, 1_000, keys, keyCount, 0, 0, 50, 50, 64, false, SELDOM);
  }

  private Workload within(long lower, long upper) {
    return new Workload(
        name,
        blocks,
        leftPerBlock,
        rightPerBlock,
        keys,
        keyCount,
        lower,
        upper,
        jitterMillis,
        lagMillis,
        payloadBytes,
        outer,
        checkpointMillis);
  }

  private Workload lagging(long millis) {
    return new Workload(
        name,
        blocks,
        leftPerBlock,
        rightPerBlock,
        keys,
        keyCount,
        lowerMillis,
        upperMillis,
        jitterMillis,
        millis,
        payloadBytes,
        outer,
        checkpointMillis);
  }

  private Workload carrying(int bytes) {
    return new Workload(
        name,
        blocks,
        leftPerBlock,
        rightPerBlock,
        keys,
        keyCount,
        lowerMillis,
        upperMillis,
        jitterMillis,
        lagMillis,
        bytes,
        outer,
        checkpointMillis);
  }

  private Workload leftOuter() {
    return new Workload(
        name,
        blocks,
        leftPerBlock,
        rightPerBlock,
        keys,
        keyCount,
        lowerMillis,
        upperMillis,
        jitterMillis,
        lagMillis,
        payloadBytes,
        true,
        checkpointMillis);
  }

  private Workload checkpointed(long millis) {
    return new Workload(
        name,
        blocks,
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
        millis);
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
}
