package dev.mortise.runner.flink;

import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;
import org.jspecify.annotations.Nullable;

/** Pipeline options of Mortise on Flink, beside those of Beam's Flink runner. */
public interface FlinkJobOptions extends PipelineOptions {

  /** Where a stream's checkpoints and savepoints are kept, as a directory or the URI of one. */
  @Description(
      "Directory, or URI of one, for the checkpoints of this job alone. They stay there when the job"
          + " fails or is cancelled, and --resume goes on from them. Every machine of the cluster"
          + " must reach it. Default: what the cluster's configuration says; without a cluster, a"
          + " temporary directory.")
  @Nullable String getCheckpointDir();

  void setCheckpointDir(@Nullable String directory);

  /** Whether to go on from the newest complete checkpoint or savepoint. */
  @Description(
      "Go on from the newest complete checkpoint or savepoint below --checkpointDir. To go on from a"
          + " particular one, name it with --savepointPath.")
  @Default.Boolean(false)
  boolean isResume();

  void setResume(boolean resume);

  /** Whether a stream may be joined without checkpoints. */
  @Description("Run streams without checkpoints. After a failure, rows are lost or repeated.")
  @Default.Boolean(false)
  boolean isAllowNoCheckpoints();

  void setAllowNoCheckpoints(boolean allow);

  /** Whether to go on from state that does not say what it was written with. */
  @Description(
      "Go on from a checkpoint or savepoint that does not say which spec it was written with.")
  @Default.Boolean(false)
  boolean isAllowUnknownState();

  void setAllowUnknownState(boolean allow);
}
