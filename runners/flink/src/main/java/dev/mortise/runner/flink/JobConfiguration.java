package dev.mortise.runner.flink;

import dev.mortise.pipeline.cli.ProgramJar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.jobgraph.RestoreMode;
import org.apache.flink.runtime.jobgraph.SavepointConfigOptions;
import org.apache.flink.streaming.api.environment.CheckpointConfig.ExternalizedCheckpointCleanup;
import org.apache.flink.streaming.api.environment.ExecutionCheckpointingOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** What Flink is told about a job beyond what Beam's runner tells it. */
final class JobConfiguration {
  private static final int NETWORK_MEGABYTES = 64;
  private static final int NETWORK_MEGABYTES_PER_SLOT = 16;
  private static final long COUNTERS_EVERY_MILLIS = 500;
  private static final int MANAGED_MEGABYTES = 256;
  private static final long PAUSE_MILLIS = Duration.ofHours(1).toMillis();

  private JobConfiguration() {}

  /** What is known here of the configuration of the cluster that a job goes to. */
  static ReadableConfig ofCluster(FlinkPipelineOptions options) {
    return JobTarget.of(options) == JobTarget.CLIENT
        ? StreamExecutionEnvironment.getExecutionEnvironment().getConfiguration()
        : ofDirectory(options);
  }

  private static Configuration ofDirectory(FlinkPipelineOptions options) {
    String directory = options.getFlinkConfDir();
    return directory == null || directory.isEmpty()
        ? GlobalConfiguration.loadConfiguration()
        : GlobalConfiguration.loadConfiguration(directory);
  }

  /**
   * The configuration of a job and of the cluster in this JVM that it gets.
   *
   * @param scratch for what nobody needs after the run
   */
  static Configuration embedded(FlinkPipelineOptions options, Path scratch) {
    Configuration configuration = ofDirectory(options);
    embed(configuration, options, scratch);
    keepState(configuration, options);
    goOn(configuration, options);
    return configuration;
  }

  /** The configuration of a job for the cluster that the user names. */
  static Configuration remote(FlinkPipelineOptions options) {
    Configuration configuration = ofDirectory(options);
    address(configuration, options);
    keepState(configuration, options);
    goOn(configuration, options);
    return configuration;
  }

  /** What a job adds to the configuration of the client that started this program. */
  static Configuration client(FlinkPipelineOptions options) {
    Configuration configuration = new Configuration();
    keepState(configuration, options);
    goOn(configuration, options);
    return configuration;
  }

  private static void embed(
      Configuration configuration, FlinkPipelineOptions options, Path scratch) {
    int slots = Math.max(1, options.getParallelism());
    configuration.set(DeploymentOptions.ATTACHED, true);
    configuration.set(DeploymentOptions.TARGET, EmbeddedCluster.NAME);
    configuration.set(RestOptions.BIND_ADDRESS, "localhost");
    configuration.set(CoreOptions.CHECK_LEAKED_CLASSLOADER, false);
    configuration.set(CoreOptions.TMP_DIRS, scratch.toString());
    MemorySize network =
        MemorySize.ofMebiBytes(NETWORK_MEGABYTES + (long) slots * NETWORK_MEGABYTES_PER_SLOT);
    setDefault(configuration, MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, COUNTERS_EVERY_MILLIS);
    setDefault(configuration, TaskManagerOptions.NETWORK_MEMORY_MIN, network);
    setDefault(configuration, TaskManagerOptions.NETWORK_MEMORY_MAX, network);
    setDefault(
        configuration,
        TaskManagerOptions.MANAGED_MEMORY_SIZE,
        MemorySize.ofMebiBytes(MANAGED_MEGABYTES));
    // Both ends of a heartbeat are in this JVM: a pause of a busy laptop, or of the garbage
    // collector, is no lost machine.
    setDefault(configuration, HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, PAUSE_MILLIS);
    setDefault(
        configuration,
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        scratch.resolve("checkpoints").toUri().toString());
    if (options.getNumberOfExecutionRetries() < 0) {
      // No machine can be lost here, and what failed once would fail for ever.
      setDefault(configuration, RestartStrategyOptions.RESTART_STRATEGY, "none");
    }
  }

  private static <T> void setDefault(Configuration configuration, ConfigOption<T> option, T value) {
    if (!configuration.contains(option)) {
      configuration.set(option, value);
    }
  }

  private static void address(Configuration configuration, FlinkPipelineOptions options) {
    RemoteAddress address = RemoteAddress.parse(options.getFlinkMaster());
    configuration.set(DeploymentOptions.ATTACHED, true);
    configuration.set(DeploymentOptions.TARGET, "remote");
    configuration.set(RestOptions.ADDRESS, address.host());
    configuration.set(RestOptions.PORT, address.port());
    configuration.set(PipelineOptions.JARS, jars(options));
  }

  /** What the cluster has to be sent: this program's own jar, unless the user names others. */
  private static List<String> jars(FlinkPipelineOptions options) {
    List<String> given = options.getFilesToStage();
    if (given != null && !given.isEmpty()) {
      return given.stream().map(file -> Path.of(file).toUri().toString()).toList();
    }
    return ProgramJar.of(JobConfiguration.class)
        .map(jar -> List.of(jar.toUri().toString()))
        .orElse(List.of());
  }

  private static void keepState(Configuration configuration, FlinkPipelineOptions options) {
    String directory = options.as(FlinkJobOptions.class).getCheckpointDir();
    if (directory != null) {
      configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, SavedState.uri(directory));
      configuration.set(CheckpointingOptions.SAVEPOINT_DIRECTORY, SavedState.uri(directory));
      configuration.set(
          ExecutionCheckpointingOptions.EXTERNALIZED_CHECKPOINT,
          ExternalizedCheckpointCleanup.RETAIN_ON_CANCELLATION);
    }
    String backend = options.getStateBackend();
    if (backend != null) {
      configuration.set(StateBackendOptions.STATE_BACKEND, backend.toLowerCase(Locale.ROOT));
      configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
    }
  }

  private static void goOn(Configuration configuration, FlinkPipelineOptions options) {
    String state = options.getSavepointPath();
    if (state != null) {
      configuration.set(SavepointConfigOptions.SAVEPOINT_PATH, state);
      configuration.set(
          SavepointConfigOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE,
          options.getAllowNonRestoredState());
      // A checkpoint that was found, and no other run owns, would stay for ever.
      boolean owned =
          options.as(FlinkJobOptions.class).isResume() && SavedState.isCheckpoint(state);
      configuration.set(
          SavepointConfigOptions.RESTORE_MODE, owned ? RestoreMode.CLAIM : RestoreMode.NO_CLAIM);
    }
  }
}
