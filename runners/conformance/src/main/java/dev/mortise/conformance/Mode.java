package dev.mortise.conformance;

/** A runner, in batch or in streaming: a column of the capability table. */
public enum Mode {
  DIRECT_BATCH("Direct", false),
  DIRECT_STREAMING("Direct", true),
  FLINK_BATCH("Flink", false),
  FLINK_STREAMING("Flink", true),
  SPARK_BATCH("Spark", false),
  SPARK_STREAMING("Spark", true);

  private final String runner;
  private final boolean streaming;

  Mode(String runner, boolean streaming) {
    this.runner = runner;
    this.streaming = streaming;
  }

  /** What people call the runner. */
  public String runner() {
    return runner;
  }

  /** Whether inputs are unbounded. */
  public boolean isStreaming() {
    return streaming;
  }

  @Override
  public String toString() {
    return runner + (streaming ? " streaming" : " batch");
  }
}
