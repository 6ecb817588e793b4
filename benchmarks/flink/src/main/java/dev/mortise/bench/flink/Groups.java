package dev.mortise.bench.flink;

import dev.mortise.bench.Measured;
import dev.mortise.bench.Workload;
import dev.mortise.bench.beam.SlidingGroups;
import org.apache.beam.sdk.Pipeline;

/** Beam's own way, without this project, on Flink. */
public final class Groups extends OnBeam {
  public static void main(String[] args) throws Exception {
    Measured.main(new Groups(), args);
  }

  @Override
  void build(Pipeline pipeline, Workload workload) {
    SlidingGroups.build(pipeline, workload, true);
  }
}
