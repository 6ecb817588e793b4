package dev.mortise.runner.flink;

import java.io.IOException;
import java.net.URI;
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

/** A job that was submitted and is waited for. */
final class FlinkJob implements PipelineResult {
  /** The step that {@link LiveCounters} are put under, which are sums over all steps. */
  private static final String ALL_STEPS = "all";

  private static final long ANSWER_WITHIN_SECONDS = 10;

  private final JobClient client;
  private final AutoCloseable cluster;
  private final @Nullable LiveCounters counters;
  private final @Nullable String place;
  private final CompletableFuture<JobExecutionResult> end;
  private volatile State state = State.RUNNING;
  private volatile MetricsContainerStepMap metrics = new MetricsContainerStepMap();

  /**
   * @param cluster closed when the job is over
   * @param endpoint REST endpoint of the cluster; null if it is not known
   * @param place the cluster, as its user knows it; null for one that ends with this program
   */
  FlinkJob(
      JobClient client, AutoCloseable cluster, @Nullable URI endpoint, @Nullable String place) {
    this.client = client;
    this.cluster = cluster;
    this.counters = endpoint == null ? null : new LiveCounters(endpoint, client.getJobID());
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
      JobExecutionResult result = end.get(duration.getMillis(), TimeUnit.MILLISECONDS);
      metrics = metrics(result.getAllAccumulatorResults());
      over(State.DONE);
    } catch (TimeoutException e) {
      return state;
    } catch (ExecutionException e) {
      metrics = metricsAtTheEnd();
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
    if (!state.isTerminal() && counters != null) {
      try {
        MetricsContainerStepMap live = new MetricsContainerStepMap();
        counters
            .read()
            .forEach((name, value) -> live.getContainer(ALL_STEPS).getCounter(name).inc(value));
        metrics = live;
      } catch (IOException e) {
        // A cluster that is busy with a restart has nothing to tell: what was last known stands.
      }
    }
    return MetricsContainerStepMap.asAttemptedOnlyMetricResults(metrics);
  }

  private MetricsContainerStepMap metricsAtTheEnd() {
    try {
      return metrics(client.getAccumulators().get(ANSWER_WITHIN_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      return metrics;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return metrics;
    }
  }

  private static MetricsContainerStepMap metrics(Map<String, Object> accumulators) {
    return accumulators.get(FlinkMetricContainer.ACCUMULATOR_NAME)
            instanceof MetricsContainerStepMap steps
        ? steps
        : new MetricsContainerStepMap();
  }
}
