package dev.mortise.runner.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.util.FileUtils;

/** A cluster in this JVM that outlives its jobs, as a cluster of several machines does. */
final class SessionCluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration PAUSE = Duration.ofHours(1);
  private static final int NETWORK_MEGABYTES = 128;
  private static final int MANAGED_MEGABYTES = 256;

  private final MiniCluster cluster;
  private final Path scratch;
  private final Set<JobID> seen = new TreeSet<>();

  SessionCluster(int slots) throws Exception {
    scratch = Files.createTempDirectory("mortise-session-");
    Configuration configuration = new Configuration();
    configuration.set(CoreOptions.TMP_DIRS, scratch.toString());
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        scratch.resolve("checkpoints").toUri().toString());
    // A pause of a busy machine is no lost TaskManager: both are this JVM.
    configuration.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, PAUSE.toMillis());
    // What fails here is to fail its test.
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    configuration.set(
        TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(NETWORK_MEGABYTES));
    configuration.set(
        TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(NETWORK_MEGABYTES));
    configuration.set(
        TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(MANAGED_MEGABYTES));
    configuration.set(RestOptions.BIND_ADDRESS, "localhost");
    configuration.set(MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, 50L);
    configuration.set(CoreOptions.CHECK_LEAKED_CLASSLOADER, false);
    cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumSlotsPerTaskManager(slots)
                .setCommonBindAddress("localhost")
                .withRandomPorts()
                .build());
    cluster.start();
  }

  /** The option that sends a run here. */
  String master() {
    return "--flinkMaster=" + endpoint().getAuthority();
  }

  private URI endpoint() {
    return cluster.getRestAddress().join();
  }

  /** Waits until a job that was not there before has read so many rows. */
  JobID awaitRows(long rows) {
    JobID job =
        await()
            .atMost(PATIENCE)
            .pollInterval(POLL)
            .until(this::newJob, Optional::isPresent)
            .orElseThrow();
    seen.add(job);
    await().atMost(PATIENCE).pollInterval(POLL).until(() -> rowsRead(job) >= rows);
    return job;
  }

  private Optional<JobID> newJob() throws Exception {
    Collection<JobStatusMessage> jobs = cluster.listJobs().get();
    return jobs.stream()
        .filter(job -> job.getJobState() == JobStatus.RUNNING)
        .map(JobStatusMessage::getJobId)
        .filter(id -> !seen.contains(id))
        .findFirst();
  }

  private long rowsRead(JobID job) throws Exception {
    try {
      return new LiveCounters(endpoint(), job)
          .read().entrySet().stream()
              .filter(counter -> counter.getKey().getName().endsWith("rows_read"))
              .collect(Collectors.summingLong(Map.Entry::getValue));
    } catch (IOException e) {
      // Not known to the endpoint yet.
      return 0;
    }
  }

  /** Stops a job, and returns where its savepoint is. */
  String stop(JobID job, Path savepoints) throws Exception {
    String savepoint =
        cluster
            .stopWithSavepoint(
                job, savepoints.toUri().toString(), false, SavepointFormatType.CANONICAL)
            .get();
    assertThat(savepoint).isNotBlank();
    return savepoint;
  }

  @Override
  public void close() {
    cluster.closeAsync().join();
    FileUtils.deleteDirectoryQuietly(scratch.toFile());
  }
}
