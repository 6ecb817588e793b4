package dev.mortise.runner.flink;

import java.util.concurrent.CompletableFuture;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.JobListener;
import org.jspecify.annotations.Nullable;

/** Hands a pipeline to Flink, without waiting for its end. */
final class Submission implements JobListener {
  private final Pipeline pipeline;
  private final FlinkPipelineOptions options;
  private final CompletableFuture<JobClient> submitted = new CompletableFuture<>();

  private Submission(Pipeline pipeline) {
    this.pipeline = pipeline;
    this.options = pipeline.getOptions().as(FlinkPipelineOptions.class);
  }

  static Submission of(Pipeline pipeline) {
    return new Submission(pipeline);
  }

  PipelineResult submit() {
    JobTarget target = JobTarget.of(options);
    Configuration configuration = JobConfiguration.of(options, target);
    EmbeddedCluster embedded = new EmbeddedCluster();
    switch (target) {
      case EMBEDDED -> ContextEnvironments.set(configuration, embedded, this);
      case REMOTE -> ContextEnvironments.set(configuration, this);
      case CLIENT -> ContextEnvironments.setForClient(configuration, this);
    }
    String master = options.getFlinkMaster();
    try {
      options.setFlinkMaster(JobTarget.AUTO);
      // Beam's runner would wait for the end.
      options.setAttachedMode(false);
      pipeline.run();
      return new FlinkJob(submitted.join(), embedded);
    } finally {
      options.setFlinkMaster(master);
      ContextEnvironments.reset();
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
