package dev.mortise.runner.flink;

import java.io.IOException;
import java.util.Optional;
import org.apache.flink.client.deployment.application.executors.EmbeddedExecutor;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Flink's application mode, in which a JobManager runs the program, as on Kubernetes. After the
 * loss of a JobManager that has high availability, the next one runs the program anew, and its job
 * goes on from the newest checkpoint without that anybody says so.
 */
final class ApplicationMode {
  private static final String NONE = "NONE";

  private ApplicationMode() {}

  /** Whether a JobManager runs this program. */
  static boolean isOn() {
    return JobTarget.isStartedByClient()
        && isOn(StreamExecutionEnvironment.getExecutionEnvironment().getConfiguration());
  }

  private static boolean isOn(ReadableConfig configuration) {
    return EmbeddedExecutor.NAME.equals(configuration.get(DeploymentOptions.TARGET));
  }

  /**
   * The newest complete checkpoint of the program's own job, if one was there before.
   *
   * @throws IOException if the checkpoints can't be looked at
   */
  static Optional<String> ownCheckpoint(ReadableConfig configuration) throws IOException {
    String directory = configuration.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY);
    String job = configuration.get(PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID);
    boolean survives =
        isOn(configuration)
            && !NONE.equalsIgnoreCase(configuration.get(HighAvailabilityOptions.HA_MODE));
    if (!survives || directory == null || job == null) {
      return Optional.empty();
    }
    return SavedState.newestBelow(new Path(directory, job).toString());
  }
}
