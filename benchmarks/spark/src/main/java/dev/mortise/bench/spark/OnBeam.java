package dev.mortise.bench.spark;

import dev.mortise.bench.Workload;
import dev.mortise.bench.beam.MortiseJoin;
import dev.mortise.pipeline.graph.JoinOptions;
import dev.mortise.runner.spark.SparkAdapter;
import dev.mortise.runner.spark.engine.MicroBatchOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult.State;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.joda.time.Duration;

/** Runs pipelines on Spark in this JVM, with the options that {@code ./mortise run} sets. */
final class OnBeam {
  static final int CORES = 2;

  private OnBeam() {}

  static void run(Workload workload, Path scratch, boolean streaming) {
    List<String> args = new ArrayList<>(List.of("--sparkMaster=local[" + CORES + "]"));
    if (streaming) {
      args.add("--checkpointDir=" + scratch.resolve("checkpoints"));
    }
    PipelineOptions options = PipelineOptionsFactory.fromArgs(args.toArray(new String[0])).create();
    SparkAdapter spark = new SparkAdapter();
    spark.prepare(
        options, streaming ? Set.of("sparkMaster", "checkpointDir") : Set.of("sparkMaster"));
    options.as(MicroBatchOptions.class).setStatePartitions(CORES);
    options.setJobName("bench");
    Pipeline pipeline = Pipeline.create(options);
    MortiseJoin.build(pipeline, workload, streaming, options.as(JoinOptions.class).getJoinShards());
    State state = spark.run(pipeline).waitUntilFinish(Duration.standardHours(2));
    if (state != State.DONE) {
      throw new IllegalStateException("The job ended with state " + state);
    }
  }
}
