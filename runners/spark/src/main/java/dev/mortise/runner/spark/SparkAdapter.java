package dev.mortise.runner.spark;

import dev.mortise.pipeline.cli.RunnerAdapter;
import dev.mortise.pipeline.cli.UsageException;
import dev.mortise.pipeline.graph.JoinOptions;
import dev.mortise.pipeline.graph.StateSignature;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.runner.spark.engine.MicroBatchOptions;
import dev.mortise.runner.spark.engine.MicroBatchRunner;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.beam.runners.spark.SparkPipelineOptions;
import org.apache.beam.runners.spark.SparkRunner;
import org.apache.beam.runners.spark.metrics.MetricsAccumulator;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * Spark. Bounded pipelines run on Beam's Spark runner, unbounded ones on our own micro-batch
 * engine, since Beam's translation of streams rejects event-time timers.
 */
public final class SparkAdapter implements RunnerAdapter {
  private static final String CHECKPOINT_DIR = "checkpointDir";

  /**
   * The same everywhere and not taken from the number of cores: it is part of a stream's state,
   * which must be found again on a larger machine.
   */
  private static final int SHARDS = 128;

  private Set<String> given = Set.of();
  private String signature = "";

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public void prepare(PipelineOptions options, Set<String> given) {
    this.given = given;
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
    if (!given.contains("joinShards")) {
      options.as(JoinOptions.class).setJoinShards(SHARDS);
    }
  }

  @Override
  public Start begin(PipelineOptions options, PipelineSpec spec) throws UsageException {
    SparkPipelineOptions spark = options.as(SparkPipelineOptions.class);
    spark.setAppName("mortise " + spec.name());
    if (Submission.isUnderWay() && given.contains("sparkMaster")) {
      throw new UsageException(
          List.of(
              "--sparkMaster: must be left to spark-submit, but --sparkMaster = "
                  + spark.getSparkMaster()
                  + ". Give spark-submit a --master."));
    }
    SparkConf conf = SparkContexts.conf(spark);
    if (conf.getBoolean("spark.speculation", false)) {
      throw new UsageException(
          List.of(
              "spark.speculation: must be false, but is true. Two attempts at one task would write"
                  + " to one file. Set --conf spark.speculation=false."));
    }
    if (!spec.left().isStreaming() && !spec.right().isStreaming()) {
      checkMaster(conf);
      return Start.FRESH;
    }
    String directory = directory(spark);
    StateSignature own = StateSignature.of(spec, options);
    signature = own.toJson();
    MicroBatchOptions batches = options.as(MicroBatchOptions.class);
    if (!given.contains("statePartitions")) {
      batches.setStatePartitions(SparkContexts.cores(conf));
    }
    if (directory == null && !SparkContexts.isLocal(conf.get("spark.master"))) {
      throw new UsageException(
          List.of(
              "--checkpointDir: a stream on a Spark cluster must have a directory for its state, on"
                  + " storage that driver and executors reach, but --checkpointDir is not given."
                  + " Add --checkpointDir=hdfs:///... or a folder of a shared file system."));
    }
    checkMaster(conf);
    return directory != null && Checkpoint.isResumable(directory, own)
        ? Start.RESUMED
        : Start.FRESH;
  }

  /** Under {@code spark-submit} there is one by now. */
  private static void checkMaster(SparkConf conf) throws UsageException {
    Optional<String> obstacle =
        Submission.isUnderWay()
            ? Optional.empty()
            : MasterAddress.obstacle(conf.get("spark.master"));
    if (obstacle.isPresent()) {
      throw new UsageException(List.of("--sparkMaster: " + obstacle.get()));
    }
  }

  /** Null if the user named none: Beam's own default is a folder that all runs share. */
  private @Nullable String directory(SparkPipelineOptions options) {
    return given.contains(CHECKPOINT_DIR) ? options.getCheckpointDir() : null;
  }

  @Override
  public Optional<String> obstacleToExactlyOnce(PipelineOptions options, PipelineSpec spec) {
    return Optional.of("Spark computes lost work again, and then writes it again");
  }

  @Override
  public boolean mayShowRows(PipelineOptions options) {
    SparkPipelineOptions spark = options.as(SparkPipelineOptions.class);
    return SparkContexts.isLocal(SparkContexts.conf(spark).get("spark.master"))
        && directory(spark) == null;
  }

  @Override
  public PipelineResult run(Pipeline pipeline) {
    SparkPipelineOptions options = pipeline.getOptions().as(SparkPipelineOptions.class);
    JavaSparkContext context = SparkContexts.start(options);
    try {
      return OwnContextResult.of(run(context, pipeline, options), context);
    } catch (RuntimeException | Error e) {
      SparkContexts.stop(context);
      throw e;
    }
  }

  private PipelineResult run(
      JavaSparkContext context, Pipeline pipeline, SparkPipelineOptions options) {
    if (Boundedness.isUnbounded(pipeline)) {
      return MicroBatchRunner.run(context, pipeline, directory(options), signature);
    }
    // One JVM may run several pipelines, and each counts from zero.
    MetricsAccumulator.clear();
    return SparkRunner.fromOptions(options).run(pipeline);
  }
}
