package dev.mortise.bench.flink;

import dev.mortise.bench.Contender;
import dev.mortise.bench.Measured;
import dev.mortise.bench.Workload;
import dev.mortise.bench.beam.SlidingGroups;
import dev.mortise.runner.flink.FlinkAdapter;
import java.nio.file.Path;
import org.apache.beam.sdk.Pipeline;

/** Beam's own way, without this project, on Flink. */
public final class Groups implements Contender {
  public static void main(String[] args) throws Exception {
    Measured.main(new Groups(), args);
  }

  @Override
  public void run(Workload workload, Path scratch, boolean rocksdb) {
    FlinkAdapter flink = new FlinkAdapter();
    Pipeline pipeline = OnBeam.pipeline(workload, scratch, rocksdb, flink);
    SlidingGroups.build(pipeline, workload, true);
    OnBeam.run(pipeline, flink);
  }
}
