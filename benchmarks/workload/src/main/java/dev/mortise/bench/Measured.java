package dev.mortise.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a contender once to warm the JVM up, then once more, and says what that took. */
public final class Measured {
  private static final int WARM_UP_SHARE = 5;

  private Measured() {}

  /**
   * A contender's main.
   *
   * @param args workload, blocks, whether in RocksDB, a directory for what is left behind
   */
  public static void main(Contender contender, String[] args) throws Exception {
    Workload workload = Workload.named(args[0]).ofBlocks(Integer.parseInt(args[1]));
    boolean rocksdb = Boolean.parseBoolean(args[2]);
    Path scratch = Path.of(args[3]);
    contender.run(
        workload.ofBlocks(Math.max(1, workload.blocks() / WARM_UP_SHARE)),
        Files.createDirectories(scratch.resolve("warm-up")),
        rocksdb);
    Found.take();
    System.gc();
    Outcome outcome =
        measure(contender, workload, Files.createDirectories(scratch.resolve("run")), rocksdb);
    System.out.println(outcome.line());
    // What a runner has left running must not keep the JVM.
    System.exit(0);
  }

  private static Outcome measure(
      Contender contender, Workload workload, Path scratch, boolean rocksdb) throws Exception {
    Watch watch = new Watch(scratch.resolve("checkpoints"));
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long compiled = Compiler.cpuMillis();
    long cpu = system.getProcessCpuTime();
    long wall = System.nanoTime();
    try (watch) {
      contender.run(workload, scratch, rocksdb);
    }
    wall = System.nanoTime() - wall;
    cpu = system.getProcessCpuTime() - cpu;
    compiled = Compiler.cpuMillis() - compiled;
    Found.Totals found = Found.take();
    return new Outcome(
        workload.rows(),
        found.pairs(),
        found.unmatched(),
        found.late(),
        found.checksum(),
        TimeUnit.NANOSECONDS.toMillis(wall),
        TimeUnit.NANOSECONDS.toMillis(cpu) - compiled,
        watch.peakHeap,
        watch.largest,
        watch.completed.size());
  }

  /** Looks at the heap and at the checkpoints a few times a second. */
  private static final class Watch implements AutoCloseable {
    private static final long EVERY_MILLIS = 200;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Path checkpoints;
    private final Set<String> completed = new HashSet<>();
    private volatile long peakHeap;
    private volatile long largest;

    @SuppressWarnings("FutureReturnValueIgnored") // It ends with the timer, and throws nothing.
    Watch(Path checkpoints) {
      this.checkpoints = checkpoints;
      timer.scheduleWithFixedDelay(this::look, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
      long alive = 0;
      for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
        MemoryUsage after = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
        alive += after == null ? 0 : after.getUsed();
      }
      peakHeap = Math.max(peakHeap, alive);
      if (Files.isDirectory(checkpoints)) {
        look(checkpoints);
      }
    }

    /** A checkpoint is complete when it has its metadata; what several share lies beside them. */
    private void look(Path root) {
      try (Stream<Path> files = Files.walk(root)) {
        long bytes = 0;
        long shared = 0;
        for (Path file : (Iterable<Path>) files::iterator) {
          if (file.endsWith("_metadata")) {
            Path checkpoint = Objects.requireNonNull(file.getParent());
            completed.add(checkpoint.toString());
            bytes = Math.max(bytes, sizeOf(checkpoint));
          } else if (file.endsWith("shared")) {
            shared = sizeOf(file);
          }
        }
        largest = Math.max(largest, bytes == 0 ? 0 : bytes + shared);
      } catch (IOException | UncheckedIOException e) {
        // The runner removes files meanwhile; the next look will do.
      }
    }

    private static long sizeOf(Path directory) throws IOException {
      try (Stream<Path> files = Files.walk(directory)) {
        return files
            .mapToLong(file -> Files.isRegularFile(file) ? file.toFile().length() : 0)
            .sum();
      }
    }

    @Override
    public void close() {
      timer.shutdownNow();
      look();
    }
  }
}
