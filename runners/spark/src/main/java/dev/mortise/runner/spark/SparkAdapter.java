package dev.mortise.runner.spark;

import dev.mortise.pipeline.cli.RunnerAdapter;
import dev.mortise.pipeline.graph.JoinOptions;
import java.util.List;
import java.util.Set;
import org.apache.beam.runners.spark.SparkPipelineOptions;
import org.apache.beam.runners.spark.SparkRunner;
import org.apache.beam.runners.spark.metrics.MetricsAccumulator;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Spark. Bounded pipelines run on Beam's Spark runner, unbounded ones on our own micro-batch
 * engine, since Beam's translation of streams rejects event-time timers.
 */
public final class SparkAdapter implements RunnerAdapter {
  /**
   * The same everywhere and not taken from the number of cores: it is part of a stream's state,
   * which must be found again on a larger machine.
   */
  private static final int SHARDS = 128;

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public void prepare(PipelineOptions options, Set<String> given) {
    options.setRunner(SparkRunner.class);
    SparkPipelineOptions spark = options.as(SparkPipelineOptions.class);
    if (!given.contains("sparkMaster")) {
      String submitted = System.getProperty("spark.master");
      spark.setSparkMaster(
          submitted != null
              ? submitted
              : "local[" + Runtime.getRuntime().availableProcessors() + "]");
    }
    if (!given.contains("storageLevel")) {
      // What does not fit into memory would be computed again, and counted and written again.
      spark.setStorageLevel("MEMORY_AND_DISK");
    }
    if (!given.contains("filesToStage")) {
      // Or Beam stages every jar of the class path, Spark's own among them.
      spark.setFilesToStage(List.of());
    }
    if (!given.contains("joinShards")) {
      options.as(JoinOptions.class).setJoinShards(SHARDS);
    }
  }

  @Override
  public PipelineResult run(Pipeline pipeline) {
    SparkPipelineOptions options = pipeline.getOptions().as(SparkPipelineOptions.class);
    JavaSparkContext context = SparkContexts.start(options);
    try {
      // One JVM may run several pipelines, and each counts from zero.
      MetricsAccumulator.clear();
      return OwnContextResult.of(SparkRunner.fromOptions(options).run(pipeline), context);
    } catch (RuntimeException | Error e) {
      SparkContexts.stop(context);
      throw e;
    }
  }
}
