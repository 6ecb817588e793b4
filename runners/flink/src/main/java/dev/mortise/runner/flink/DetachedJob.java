package dev.mortise.runner.flink;

import dev.mortise.pipeline.cli.DetachedRun;
import org.apache.beam.runners.core.metrics.MetricsContainerStepMap;
import org.apache.beam.sdk.metrics.MetricResults;
import org.apache.flink.core.execution.JobClient;
import org.joda.time.Duration;

/** A job that was submitted with {@code flink run -d}. */
final class DetachedJob implements DetachedRun {
  private final JobClient client;

  DetachedJob(JobClient client) {
    this.client = client;
  }

  @Override
  public String note() {
    return String.format(
        "Detached: the run goes on in the cluster as job %s, and its counters are among the job's"
            + " metrics.",
        client.getJobID());
  }

  @Override
  public State getState() {
    return State.RUNNING;
  }

  @Override
  public State cancel() {
    client.cancel();
    return State.RUNNING;
  }

  @Override
  public State waitUntilFinish(Duration duration) {
    return State.RUNNING;
  }

  @Override
  public State waitUntilFinish() {
    return State.RUNNING;
  }

  @Override
  public MetricResults metrics() {
    return MetricsContainerStepMap.asAttemptedOnlyMetricResults(new MetricsContainerStepMap());
  }
}
