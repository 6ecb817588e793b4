package dev.mortise.bench.spark;

import dev.mortise.bench.Contender;
import dev.mortise.bench.Measured;
import dev.mortise.bench.Workload;
import java.nio.file.Path;

/** This project's join on Spark, over streams. */
public final class MortiseStream implements Contender {
  public static void main(String[] args) throws Exception {
    Measured.main(new MortiseStream(), args);
  }

  @Override
  public void run(Workload workload, Path scratch, boolean rocksdb) {
    OnBeam.run(workload, scratch, true);
  }
}
