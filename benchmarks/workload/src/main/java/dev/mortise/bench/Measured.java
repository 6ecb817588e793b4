package dev.mortise.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Runs a contender to warm the JVM up, then once more, and says what that took. */
public final class Measured {
  private static final int WARM_UP_ROWS = 600_000;

  private Measured() {}

  /**
   * A contender's main.
   *
   * @param args workload, blocks, whether in RocksDB, a directory for what is left behind, seconds
   *     to warm up
   */
  public static void main(Contender contender, String[] args) throws Exception {
    Workload workload = Workload.named(args[0]).ofBlocks(Integer.parseInt(args[1]));
    boolean rocksdb = Boolean.parseBoolean(args[2]);
    Path scratch = Path.of(args[3]);
    warmUp(contender, workload, scratch, rocksdb, Duration.ofSeconds(Long.parseLong(args[4])));
    Found.take();
    System.gc();
    Outcome outcome =
        measure(contender, workload, Files.createDirectories(scratch.resolve("run")), rocksdb);
    System.out.println(outcome.line());
    // What a runner has left running must not keep the JVM.
    System.exit(0);
  }

  /** Runs of some length until the time is over, one at least. */
  private static void warmUp(
      Contender contender, Workload workload, Path scratch, boolean rocksdb, Duration atLeast)
      throws Exception {
    int blocks = WARM_UP_ROWS / (workload.leftPerBlock() + workload.rightPerBlock());
    Workload some = workload.ofBlocks(Math.min(blocks, workload.blocks()));
    long begun = System.nanoTime();
    for (int i = 0; i == 0 || System.nanoTime() - begun < atLeast.toNanos(); i++) {
      contender.run(some, Files.createDirectories(scratch.resolve("warm-up-" + i)), rocksdb);
    }
  }

  private static Outcome measure(
      Contender contender, Workload workload, Path scratch, boolean rocksdb) throws Exception {
    Moment called = Moment.now();
    AtomicReference<Moment> firstRow = new AtomicReference<>(called);
    Start.await(() -> firstRow.set(Moment.now()));
    Watch watch = new Watch(scratch.resolve("checkpoints"));
    try (watch) {
      contender.run(workload, scratch, rocksdb);
    }
    Moment done = Moment.now();
    Moment begun = Objects.requireNonNullElse(firstRow.get(), called);
    Found.Totals found = Found.take();
    return new Outcome(
        workload.rows(),
        found.pairs(),
        found.unmatched(),
        found.late(),
        found.checksum(),
        TimeUnit.NANOSECONDS.toMillis(begun.wallNanos - called.wallNanos),
        TimeUnit.NANOSECONDS.toMillis(done.wallNanos - begun.wallNanos),
        TimeUnit.NANOSECONDS.toMillis(done.cpuNanos - begun.cpuNanos)
            - (done.compilerMillis - begun.compilerMillis),
        watch.peakHeap(),
        watch.checkpoints());
  }

  /**
   * What the clocks say.
   *
   * @param cpuNanos CPU time of the JVM so far
   * @param compilerMillis CPU time of its compilers so far
   */
  private record Moment(long wallNanos, long cpuNanos, long compilerMillis) {
    static Moment now() {
      return new Moment(
          System.nanoTime(),
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime(),
          Compiler.cpuMillis());
    }
  }
}
