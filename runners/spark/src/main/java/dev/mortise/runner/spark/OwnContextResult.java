package dev.mortise.runner.spark;

import java.io.IOException;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.metrics.MetricResults;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.joda.time.Duration;

/** A run that stops its Spark context when it is over, and shows its counters to Spark's sinks. */
final class OwnContextResult implements PipelineResult {
  private final PipelineResult run;
  private final JavaSparkContext context;
  private final CounterSource counters;

  private OwnContextResult(PipelineResult run, JavaSparkContext context, CounterSource counters) {
    this.run = run;
    this.context = context;
    this.counters = counters;
  }

  static OwnContextResult of(PipelineResult run, JavaSparkContext context) {
    CounterSource counters = new CounterSource();
    SparkEnv.get().metricsSystem().registerSource(counters);
    return new OwnContextResult(run, context, counters);
  }

  @Override
  public State getState() {
    return run.getState();
  }

  @Override
  public State waitUntilFinish() {
    return waitUntilFinish(Duration.millis(-1));
  }

  /** As Beam says; whoever waits in short steps keeps what the sinks see fresh. */
  @Override
  public State waitUntilFinish(Duration duration) {
    boolean over = true;
    try {
      State state = run.waitUntilFinish(duration);
      over = state != null && state.isTerminal();
      counters.update(run.metrics());
      return state;
    } finally {
      if (over) {
        stop();
      }
    }
  }

  @Override
  public State cancel() throws IOException {
    try {
      return run.cancel();
    } finally {
      stop();
    }
  }

  @Override
  public MetricResults metrics() {
    return run.metrics();
  }

  private void stop() {
    SparkEnv environment = SparkEnv.get();
    if (environment != null && !context.sc().isStopped()) {
      // The last values, for sinks that are told rather than asked.
      environment.metricsSystem().report();
    }
    SparkContexts.stop(context);
  }
}
