package dev.mortise.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The CPU time of the JVM's compiler threads. In runs of a minute it may be a third of the whole,
 * and says nothing of a stream that runs for weeks.
 */
final class Compiler {
  private static final Path THREADS = Path.of("/proc/self/task");
  private static final int USER_TIME = 11;
  private static final int SYSTEM_TIME = 12;

  /** Linux counts in hundredths of a second here, whatever its clock. */
  private static final long TICK_MILLIS = 10;

  private Compiler() {}

  /** In milliseconds since the JVM began; 0 where it can't be known. */
  static long cpuMillis() {
    if (!Files.isDirectory(THREADS)) {
      return 0;
    }
    try (Stream<Path> threads = Files.list(THREADS)) {
      return threads.mapToLong(Compiler::cpuMillis).sum();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  private static long cpuMillis(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      if (!name.startsWith("C1 Comp") && !name.startsWith("C2 Comp")) {
        return 0;
      }
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]))
          * TICK_MILLIS;
    } catch (IOException e) {
      return 0; // It ended meanwhile.
    }
  }
}
