package dev.mortise.runner.flink;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.flink.api.dag.Pipeline;
import org.apache.flink.client.deployment.executors.PipelineExecutorUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient.JobFinalizationBehavior;
import org.apache.flink.util.FileUtils;
import org.jspecify.annotations.Nullable;

/**
 * A cluster inside this JVM, started for a job and closed behind it. Not Flink's own local
 * environment, because that takes the counters of a job that was stopped away with the cluster.
 */
final class EmbeddedCluster
    implements PipelineExecutorServiceLoader, PipelineExecutorFactory, AutoCloseable {
  static final String NAME = "mortise-embedded";

  private final Path scratch;
  private @Nullable MiniCluster cluster;

  EmbeddedCluster() throws IOException {
    scratch = Files.createTempDirectory("mortise-flink-");
  }

  /** Where the cluster keeps what nobody needs when it is closed. */
  Path scratch() {
    return scratch;
  }

  /** REST endpoint of the cluster; null while it is not running. */
  @Nullable URI endpoint() throws Exception {
    MiniCluster running = cluster;
    return running == null ? null : running.getRestAddress().get();
  }

  @Override
  public PipelineExecutorFactory getExecutorFactory(Configuration configuration) {
    return this;
  }

  @Override
  public Stream<String> getExecutorNames() {
    return Stream.of(NAME);
  }

  @Override
  public String getName() {
    return NAME;
  }

  @Override
  public boolean isCompatibleWith(Configuration configuration) {
    return true;
  }

  @Override
  public PipelineExecutor getExecutor(Configuration configuration) {
    return this::execute;
  }

  private CompletableFuture<JobClient> execute(
      Pipeline pipeline, Configuration configuration, ClassLoader classes) throws Exception {
    JobGraph job = PipelineExecutorUtils.getJobGraph(pipeline, configuration, classes);
    MiniCluster started =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumSlotsPerTaskManager(Math.max(1, job.getMaximumParallelism()))
                .setCommonBindAddress("localhost")
                .withRandomPorts()
                .build());
    cluster = started;
    started.start();
    return started
        .submitJob(job)
        .thenApply(
            submitted ->
                new MiniClusterJobClient(
                    submitted.getJobID(), started, classes, JobFinalizationBehavior.NOTHING));
  }

  @Override
  public void close() throws IOException {
    MiniCluster running = cluster;
    cluster = null;
    try {
      if (running != null) {
        running.closeAsync().join();
      }
    } finally {
      FileUtils.deleteDirectory(scratch.toFile());
    }
  }
}
