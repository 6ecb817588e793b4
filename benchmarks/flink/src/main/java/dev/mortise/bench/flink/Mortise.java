package dev.mortise.bench.flink;

import dev.mortise.bench.Measured;
import dev.mortise.bench.Workload;
import dev.mortise.bench.beam.MortiseJoin;
import dev.mortise.pipeline.graph.JoinOptions;
import org.apache.beam.sdk.Pipeline;

/** This project's join on Flink. */
public final class Mortise extends OnBeam {
  public static void main(String[] args) throws Exception {
    Measured.main(new Mortise(), args);
  }

  @Override
  void build(Pipeline pipeline, Workload workload) {
    int shards = pipeline.getOptions().as(JoinOptions.class).getJoinShards();
    MortiseJoin.build(pipeline, workload, true, shards);
  }
}
