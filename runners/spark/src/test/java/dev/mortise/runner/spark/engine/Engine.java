package dev.mortise.runner.spark.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.beam.runners.spark.SparkPipelineOptions;
import org.apache.beam.runners.spark.SparkRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricResult;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/** Runs pipelines on the engine, in one Spark that all tests of a JVM share. */
final class Engine {
  private static final Map<String, List<String>> SEEN = new ConcurrentHashMap<>();
  private static @Nullable JavaSparkContext spark;

  private Engine() {}

  /** Two cores, and a second attempt for a task that fails. */
  static synchronized JavaSparkContext spark() {
    JavaSparkContext running = spark;
    if (running == null || running.sc().isStopped()) {
      running =
          new JavaSparkContext(
              new SparkConf()
                  .setMaster("local[2,2]")
                  .setAppName("engine tests")
                  .set("spark.ui.enabled", "false")
                  .set("spark.driver.host", "127.0.0.1")
                  .set("spark.driver.bindAddress", "127.0.0.1"));
      spark = running;
    }
    return running;
  }

  static Pipeline pipeline() {
    SparkPipelineOptions options = PipelineOptionsFactory.as(SparkPipelineOptions.class);
    options.setRunner(SparkRunner.class);
    options.setStableUniqueNames(org.apache.beam.sdk.options.PipelineOptions.CheckEnabled.ERROR);
    options.as(MicroBatchOptions.class).setBatchesPerCheckpoint(3);
    return Pipeline.create(options);
  }

  static PipelineResult start(
      Pipeline pipeline, @Nullable String directory, MicroBatchLoop.Observer observer) {
    return MicroBatchRunner.run(spark(), pipeline, directory, "test", observer);
  }

  /** Runs to the end. */
  static PipelineResult run(Pipeline pipeline) {
    return run(pipeline, (batch, progress) -> {});
  }

  static PipelineResult run(Pipeline pipeline, MicroBatchLoop.Observer observer) {
    PipelineResult result = start(pipeline, null, observer);
    if (result.waitUntilFinish() != PipelineResult.State.DONE) {
      throw new AssertionError("The run ended as " + result.getState());
    }
    return result;
  }

  /** The sum of all counters of a name. */
  static long counter(PipelineResult result, String name) {
    long sum = 0;
    for (MetricResult<Long> counter :
        result.metrics().queryMetrics(MetricsFilter.builder().build()).getCounters()) {
      if (counter.getName().getName().equals(name)) {
        sum += counter.getAttempted();
      }
    }
    return sum;
  }

  static long counter(PipelineResult result, Class<?> namespace, String name) {
    long sum = 0;
    for (MetricResult<Long> counter :
        result
            .metrics()
            .queryMetrics(
                MetricsFilter.builder()
                    .addNameFilter(MetricNameFilter.named(namespace, name))
                    .build())
            .getCounters()) {
      sum += counter.getAttempted();
    }
    return sum;
  }

  /** What a run's elements were, as text, in the order in which they came. */
  static final class Seen<T> extends DoFn<T, Void> {
    private static final long serialVersionUID = 1L;
    private final String id = UUID.randomUUID().toString();

    static <T> Seen<T> of(PCollection<T> collection) {
      Seen<T> seen = new Seen<>();
      collection.apply("See" + collection.getName(), ParDo.of(seen));
      return seen;
    }

    @ProcessElement
    public void see(@Element T element) {
      SEEN.computeIfAbsent(id, any -> new java.util.concurrent.CopyOnWriteArrayList<>())
          .add(String.valueOf(element));
    }

    List<String> all() {
      return new ArrayList<>(SEEN.getOrDefault(id, List.of()));
    }
  }
}
