package dev.mortise.runner.spark.engine;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a batch reads from one split of a source.
 *
 * @param split the split's number in the job
 * @param from the encoded mark to read from, or null for the beginning
 * @param to the encoded mark behind what is read, or null if the split was never asked for one
 * @param count how many elements lie between them
 * @param watermark what the reader announced behind them, in milliseconds
 */
@SuppressWarnings("ArrayRecordComponent") // Bytes that nobody changes.
record SplitPlan(
    int split, byte @Nullable [] from, byte @Nullable [] to, long count, long watermark)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  @Override
  public boolean equals(Object other) {
    return other instanceof SplitPlan that
        && split == that.split
        && count == that.count
        && watermark == that.watermark
        && Arrays.equals(from, that.from)
        && Arrays.equals(to, that.to);
  }

  @Override
  public int hashCode() {
    return 31 * split + Arrays.hashCode(to);
  }
}
