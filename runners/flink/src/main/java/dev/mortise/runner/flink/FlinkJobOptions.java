package dev.mortise.runner.flink;

import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;
import org.jspecify.annotations.Nullable;

/** Pipeline options of Mortise on Flink, beside those of Beam's Flink runner. */
public interface FlinkJobOptions extends PipelineOptions {

  /** Where checkpoints are kept, as a directory or the URI of one. */
  @Description(
      "Directory, or URI of one, where checkpoints are kept, so that a job can go on after the loss"
          + " of its JobManager. Every machine of the cluster must reach it. Default: what the"
          + " cluster's configuration says; embedded, a temporary directory.")
  @Nullable String getCheckpointDir();

  void setCheckpointDir(@Nullable String directory);

  /** Whether a stream may be joined without checkpoints. */
  @Description(
      "Run unbounded inputs without checkpoints: after a failure, rows are lost or repeated.")
  boolean getAllowNoCheckpoints();

  void setAllowNoCheckpoints(boolean allow);

  /** Whether to go on from the newest checkpoint under {@link #getCheckpointDir}. */
  @Description("Go on from the newest complete checkpoint or savepoint below --checkpointDir.")
  boolean getResume();

  void setResume(boolean resume);
}
