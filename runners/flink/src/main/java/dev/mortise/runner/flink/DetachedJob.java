package dev.mortise.runner.flink;

import dev.mortise.pipeline.cli.DetachedRun;
import java.io.IOException;
import org.apache.beam.runners.core.metrics.MetricsContainerStepMap;
import org.apache.beam.sdk.metrics.MetricResults;
import org.apache.flink.api.common.JobID;
import org.joda.time.Duration;

/** A job that was submitted with {@code flink run -d}. */
final class DetachedJob implements DetachedRun {
  private final JobID job;

  DetachedJob(JobID job) {
    this.job = job;
  }

  @Override
  public String note() {
    return String.format(
        "Detached: the run goes on in the cluster as job %s, and its counters are among the job's"
            + " metrics.",
        job);
  }

  @Override
  public State getState() {
    return State.RUNNING;
  }

  @Override
  public State cancel() throws IOException {
    throw new IOException("job " + job + " goes on in the cluster.");
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
