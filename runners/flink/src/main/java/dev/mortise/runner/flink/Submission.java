package dev.mortise.runner.flink;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.SecurityOptions;
import org.apache.flink.core.execution.DefaultExecutorServiceLoader;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.JobListener;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/**
 * Hands a pipeline to Flink without waiting for its end. The environments in which Beam's runner
 * builds a job are ours, set in the way in which Flink's own client sets its: Beam's options reach
 * only some of what a job has to be told, and the runner keeps the running job to itself.
 */
final class Submission implements JobListener {
  private final Pipeline pipeline;
  private final FlinkPipelineOptions options;
  private final Set<String> stepwise;
  private final CompletableFuture<JobClient> submitted = new CompletableFuture<>();

  /**
   * @param stepwise see {@link StepwiseReads}
   */
  Submission(Pipeline pipeline, Set<String> stepwise) {
    this.pipeline = pipeline;
    this.options = pipeline.getOptions().as(FlinkPipelineOptions.class);
    this.stepwise = stepwise;
  }

  PipelineResult submit() throws Exception {
    return switch (JobTarget.of(options)) {
      case EMBEDDED -> embedded();
      case REMOTE -> remote();
      case CLIENT -> client();
    };
  }

  private PipelineResult embedded() throws Exception {
    EmbeddedCluster cluster = new EmbeddedCluster();
    try {
      use(JobConfiguration.embedded(options, cluster.scratch()), cluster);
      JobClient job = run();
      return new FlinkJob(job, cluster, cluster.endpoint(), null);
    } catch (Throwable e) {
      cluster.close();
      throw e;
    }
  }

  private PipelineResult remote() throws Exception {
    Configuration configuration = JobConfiguration.remote(options);
    use(configuration, new DefaultExecutorServiceLoader());
    return new FlinkJob(run(), () -> {}, endpoint(configuration), options.getFlinkMaster());
  }

  private PipelineResult client() throws Exception {
    StreamExecutionEnvironment client =
        StreamExecutionEnvironment.getExecutionEnvironment(JobConfiguration.client(options));
    use(client);
    JobClient job = run();
    ReadableConfig configuration = client.getConfiguration();
    return configuration.get(DeploymentOptions.ATTACHED)
        ? new FlinkJob(job, () -> {}, endpoint(configuration), "the cluster")
        : new DetachedJob(job.getJobID());
  }

  private static @Nullable URI endpoint(ReadableConfig configuration) {
    String address = configuration.get(RestOptions.ADDRESS);
    if (address == null) {
      return null;
    }
    String scheme = configuration.get(SecurityOptions.SSL_REST_ENABLED) ? "https" : "http";
    return URI.create(scheme + "://" + address + ":" + configuration.get(RestOptions.PORT));
  }

  private void use(Configuration configuration, PipelineExecutorServiceLoader executors) {
    JobEnvironment stream = JobEnvironment.of(executors, configuration, stepwise);
    stream.registerJobListener(this);
    stream.use();
    BatchEnvironment.use(executors, configuration, this);
  }

  private void use(StreamExecutionEnvironment client) {
    JobEnvironment stream =
        JobEnvironment.over(client, new DefaultExecutorServiceLoader(), stepwise);
    stream.registerJobListener(this);
    stream.use();
    BatchEnvironment.useClient(this);
  }

  private JobClient run() throws Exception {
    String master = options.getFlinkMaster();
    String backend = options.getStateBackend();
    try {
      options.setFlinkMaster(JobTarget.AUTO);
      // Beam's runner would wait for the end.
      options.setAttachedMode(false);
      // And would want a directory of its own for it.
      options.setStateBackend(null);
      pipeline.run();
      return submitted.get();
    } finally {
      options.setFlinkMaster(master);
      options.setStateBackend(backend);
      JobEnvironment.useNone();
      BatchEnvironment.useNone();
    }
  }

  @Override
  public void onJobSubmitted(@Nullable JobClient client, @Nullable Throwable failure) {
    if (client != null) {
      submitted.complete(client);
    } else {
      submitted.completeExceptionally(
          failure == null ? new IllegalStateException("Flink gave no job.") : failure);
    }
  }

  @Override
  public void onJobExecuted(@Nullable JobExecutionResult result, @Nullable Throwable failure) {
    // Not waited for here.
  }
}
