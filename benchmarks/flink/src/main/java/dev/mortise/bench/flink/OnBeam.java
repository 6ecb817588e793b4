package dev.mortise.bench.flink;

import dev.mortise.bench.Contender;
import dev.mortise.bench.Workload;
import dev.mortise.runner.flink.FlinkAdapter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult.State;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.joda.time.Duration;

/** Runs a pipeline on an embedded Flink, with the options that {@code ./mortise run} sets. */
abstract class OnBeam implements Contender {

  /** Adds what is to be measured. */
  abstract void build(Pipeline pipeline, Workload workload);

  @Override
  public final void run(Workload workload, Path scratch, boolean rocksdb) {
    FlinkAdapter flink = new FlinkAdapter();
    Pipeline pipeline = pipeline(workload, scratch, rocksdb, flink);
    build(pipeline, workload);
    State state = flink.run(pipeline).waitUntilFinish(Duration.standardHours(2));
    if (state != State.DONE) {
      throw new IllegalStateException("The job ended with state " + state);
    }
  }

  private static Pipeline pipeline(
      Workload workload, Path scratch, boolean rocksdb, FlinkAdapter flink) {
    List<String> args = new ArrayList<>();
    args.add("--parallelism=" + Native.PARALLELISM);
    args.add("--checkpointingInterval=" + workload.checkpointMillis());
    args.add("--checkpointDir=" + scratch.resolve("checkpoints"));
    if (rocksdb) {
      args.add("--stateBackend=rocksdb");
    }
    // Options to try, such as --joinShards=256.
    args.addAll(Arrays.asList(System.getProperty("mortise.bench.args", "").split(",", 0)));
    args.removeIf(String::isEmpty);
    PipelineOptions options = PipelineOptionsFactory.fromArgs(args.toArray(new String[0])).create();
    flink.prepare(options, Set.of("parallelism", "checkpointingInterval", "stateBackend"));
    options.setJobName("bench");
    return Pipeline.create(options);
  }
}
