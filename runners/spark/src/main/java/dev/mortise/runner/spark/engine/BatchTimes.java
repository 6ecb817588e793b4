package dev.mortise.runner.spark.engine;

import java.io.Serializable;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Instant;

/**
 * The times that a step sees in a batch, in milliseconds. They are part of the batch: a partition
 * that is computed again sees them again.
 *
 * @param batch the batch's number
 * @param inputBefore the input watermark when the batch begins, which its rows see
 * @param inputAfter the input watermark behind its rows, which its timers see
 * @param outputBefore the step's output watermark when the batch begins
 * @param processing the batch's processing time
 */
record BatchTimes(long batch, long inputBefore, long inputAfter, long outputBefore, long processing)
    implements Serializable {
  private static final long serialVersionUID = 1L;
  static final long START = BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis();
  static final long END = BoundedWindow.TIMESTAMP_MAX_VALUE.getMillis();

  /** Whether nothing comes after this batch. */
  boolean ends() {
    return inputAfter >= END;
  }

  static Instant instant(long millis) {
    return Instant.ofEpochMilli(millis);
  }
}
