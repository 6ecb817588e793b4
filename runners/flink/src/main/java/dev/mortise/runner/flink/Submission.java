package dev.mortise.runner.flink;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.java.ExecutionEnvironment;
import org.apache.flink.configuration.Configuration;
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
  private final EmbeddedCluster embedded = new EmbeddedCluster();
  private final CompletableFuture<JobClient> submitted = new CompletableFuture<>();

  Submission(Pipeline pipeline, Set<String> stepwise) {
    this.pipeline = pipeline;
    this.options = pipeline.getOptions().as(FlinkPipelineOptions.class);
    this.stepwise = stepwise;
  }

  PipelineResult submit() throws Exception {
    JobTarget target = JobTarget.of(options);
    Configuration configuration = JobConfiguration.of(options, target);
    if (target == JobTarget.CLIENT) {
      useClient(configuration);
    } else {
      use(
          configuration,
          target == JobTarget.EMBEDDED ? embedded : new DefaultExecutorServiceLoader());
    }
    String master = options.getFlinkMaster();
    try {
      options.setFlinkMaster(JobTarget.AUTO);
      // Beam's runner would wait for the end.
      options.setAttachedMode(false);
      pipeline.run();
      return new FlinkJob(submitted.join(), embedded);
    } catch (RuntimeException | Error e) {
      embedded.close();
      throw e;
    } finally {
      options.setFlinkMaster(master);
      JobEnvironment.useNone();
      BatchEnvironment.useNone();
    }
  }

  private void use(Configuration configuration, PipelineExecutorServiceLoader executors) {
    JobEnvironment stream = JobEnvironment.of(executors, configuration, stepwise);
    stream.registerJobListener(this);
    stream.use();
    ExecutionEnvironment batch =
        new ExecutionEnvironment(
            executors, configuration, Thread.currentThread().getContextClassLoader());
    batch.registerJobListener(this);
    BatchEnvironment.use(batch);
  }

  private void useClient(Configuration configuration) {
    StreamExecutionEnvironment client =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    JobEnvironment stream =
        JobEnvironment.over(client, new DefaultExecutorServiceLoader(), stepwise);
    stream.registerJobListener(this);
    stream.use();
    ExecutionEnvironment batch = ExecutionEnvironment.getExecutionEnvironment();
    batch.configure(configuration, Thread.currentThread().getContextClassLoader());
    batch.registerJobListener(this);
    BatchEnvironment.use(batch);
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
