package dev.mortise.bench.spark;

import dev.mortise.bench.Contender;
import dev.mortise.bench.Measured;
import dev.mortise.bench.Workload;
import java.nio.file.Path;

/** This project's join on Spark, over bounded inputs. */
public final class MortiseBatch implements Contender {
  public static void main(String[] args) throws Exception {
    Measured.main(new MortiseBatch(), args);
  }

  @Override
  public void run(Workload workload, Path scratch, boolean rocksdb) {
    OnBeam.run(workload, scratch, false);
  }
}
