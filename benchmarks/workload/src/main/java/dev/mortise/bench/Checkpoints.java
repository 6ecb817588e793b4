package dev.mortise.bench;

/**
 * The checkpoints that Flink completed in a run.
 *
 * @param count how many
 * @param largestBytes size of the largest one, with what it shares with those before; 0 without any
 * @param medianMillis how long the one in the middle took, to some 25 ms, processing time
 */
public record Checkpoints(long count, long largestBytes, long medianMillis) {}
