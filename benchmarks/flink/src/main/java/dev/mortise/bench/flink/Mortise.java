package dev.mortise.bench.flink;

import dev.mortise.bench.Contender;
import dev.mortise.bench.Measured;
import dev.mortise.bench.Workload;
import dev.mortise.bench.beam.MortiseJoin;
import dev.mortise.pipeline.graph.JoinOptions;
import dev.mortise.runner.flink.FlinkAdapter;
import java.nio.file.Path;
import org.apache.beam.sdk.Pipeline;

/** This project's join on Flink. */
public final class Mortise implements Contender {
  public static void main(String[] args) throws Exception {
    Measured.main(new Mortise(), args);
  }

  @Override
  public void run(Workload workload, Path scratch, boolean rocksdb) {
    FlinkAdapter flink = new FlinkAdapter();
    Pipeline pipeline = OnBeam.pipeline(workload, scratch, rocksdb, flink);
    MortiseJoin.build(
        pipeline, workload, true, pipeline.getOptions().as(JoinOptions.class).getJoinShards());
    OnBeam.run(pipeline, flink);
  }
}
