package dev.mortise.runner.flink;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.beam.runners.core.metrics.MetricsContainerStepMap;
import org.apache.beam.runners.flink.metrics.FlinkMetricContainer;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.metrics.MetricResults;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.util.ExceptionUtils;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/** A job that was submitted. */
final class FlinkJob implements PipelineResult {
  private static final long ANSWER_WITHIN_SECONDS = 10;

  private final JobClient client;
  private final AutoCloseable cluster;
  private final @Nullable String place;
  private final CompletableFuture<JobExecutionResult> end;
  private volatile State state = State.RUNNING;
  private volatile Map<String, Object> lastKnown = Map.of();

  /**
   * @param cluster closed when the job is over
   * @param place the cluster, as its user knows it; null for one that ends with this program
   */
  FlinkJob(JobClient client, AutoCloseable cluster, @Nullable String place) {
    this.client = client;
    this.cluster = cluster;
    this.place = place;
    this.end = client.getJobExecutionResult();
  }

  @Override
  public State getState() {
    return state;
  }

  @Override
  public State waitUntilFinish() {
    return waitUntilFinish(Duration.millis(Long.MAX_VALUE));
  }

  @Override
  public synchronized State waitUntilFinish(Duration duration) {
    if (state.isTerminal()) {
      return state;
    }
    try {
      lastKnown = end.get(duration.getMillis(), TimeUnit.MILLISECONDS).getAllAccumulatorResults();
      over(State.DONE);
    } catch (TimeoutException e) {
      return state;
    } catch (ExecutionException e) {
      lastKnown = accumulators();
      if (ExceptionUtils.findThrowable(e, JobCancellationException.class).isEmpty()) {
        over(State.FAILED);
        throw new IllegalStateException(e.getCause());
      }
      over(State.CANCELLED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return state;
  }

  private void over(State terminal) {
    state = terminal;
    try {
      cluster.close();
    } catch (Exception e) {
      throw new IllegalStateException("The cluster in this JVM could not be closed", e);
    }
  }

  /**
   * Stops the job, unless it has a cluster to live on: as with Flink's own client, it does not end
   * with the program that submitted it.
   */
  @Override
  public State cancel() throws IOException {
    if (place != null) {
      throw new IOException(
          String.format(
              "job %s goes on at %s. To end it, and keep its state: flink stop %s",
              client.getJobID(), place, client.getJobID()));
    }
    try {
      client.cancel().get(ANSWER_WITHIN_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return state;
  }

  @Override
  public MetricResults metrics() {
    Map<String, Object> known = state.isTerminal() ? lastKnown : accumulators();
    @Nullable Object steps = known.get(FlinkMetricContainer.ACCUMULATOR_NAME);
    return MetricsContainerStepMap.asAttemptedOnlyMetricResults(
        steps instanceof MetricsContainerStepMap map ? map : new MetricsContainerStepMap());
  }

  private Map<String, Object> accumulators() {
    try {
      return client.getAccumulators().get(ANSWER_WITHIN_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // A cluster that is just restarting the job has nothing to tell.
      return lastKnown;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return lastKnown;
    }
  }
}
