package dev.mortise.bench.flink;

import dev.mortise.bench.Measured;
import dev.mortise.bench.Workload;
import dev.mortise.bench.beam.Floor;
import org.apache.beam.sdk.Pipeline;

/** The least that a stateful step of Beam takes on Flink: {@link Floor}. */
public final class BeamFloor extends OnBeam {
  public static void main(String[] args) throws Exception {
    Measured.main(new BeamFloor(), args);
  }

  @Override
  void build(Pipeline pipeline, Workload workload) {
    Floor.build(pipeline, workload, true);
  }
}
