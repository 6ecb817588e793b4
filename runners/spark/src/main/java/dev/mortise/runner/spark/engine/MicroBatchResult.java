package dev.mortise.runner.spark.engine;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.beam.sdk.Pipeline.PipelineExecutionException;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.metrics.MetricResults;
import org.apache.beam.sdk.util.UserCodeException;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/** A job that runs, or ran, in micro-batches. */
final class MicroBatchResult implements PipelineResult {
  private final CompletableFuture<State> end;
  private final JobMetrics metrics;
  private final Runnable stop;

  /**
   * @param end completed when the job has ended
   * @param stop asks the job to end
   */
  MicroBatchResult(CompletableFuture<State> end, JobMetrics metrics, Runnable stop) {
    this.end = end;
    this.metrics = metrics;
    this.stop = stop;
  }

  @Override
  public State getState() {
    if (!end.isDone()) {
      return State.RUNNING;
    }
    return end.isCompletedExceptionally() ? State.FAILED : end.join();
  }

  /** {@inheritDoc} Returns when the job has stopped; a batch under way is given up. */
  @Override
  public State cancel() throws IOException {
    stop.run();
    return waitUntilFinish();
  }

  @Override
  @SuppressWarnings("NullAway") // Null if it runs on, as Beam has it.
  public State waitUntilFinish(@Nullable Duration duration) {
    try {
      return duration == null || duration.getMillis() < 1
          ? end.get()
          : end.get(duration.getMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw new PipelineExecutionException(cause(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for the job's end.", e);
    }
  }

  /** What user code threw, out of what Spark wraps around it. */
  private static Throwable cause(Throwable thrown) {
    Throwable found = thrown;
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at instanceof UserCodeException && at.getCause() != null) {
        return at.getCause();
      }
      if (at.getClass().getName().equals("org.apache.spark.SparkException")
          && at.getCause() != null) {
        found = at.getCause();
      }
    }
    return found;
  }

  @Override
  public State waitUntilFinish() {
    return waitUntilFinish(null);
  }

  @Override
  public MetricResults metrics() {
    return metrics.results();
  }
}
