package dev.mortise.bench.race;

import dev.mortise.bench.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs a contender in a JVM of its own. */
final class Jvm {
  private static final int LAST_LINES = 15;

  private final Path root;
  private final String heap;
  private final Duration warmUp;
  private final Duration limit;

  /**
   * @param root the project's root
   * @param heap as {@code -Xmx} has it
   * @param warmUp how long a contender runs before it is measured, processing time
   * @param limit after which a contender is ended, processing time
   */
  Jvm(Path root, String heap, Duration warmUp, Duration limit) {
    this.root = root;
    this.heap = heap;
    this.warmUp = warmUp;
    this.limit = limit;
  }

  /**
   * Runs it once.
   *
   * @return nothing if it was ended at the limit
   * @throws IOException if it does not end well; with the last of what it said
   */
  Optional<Outcome> run(Entrant entrant, String workload, int blocks) throws IOException {
    Path scratch = Files.createTempDirectory("mortise-bench-");
    try {
      return run(entrant, workload, blocks, scratch);
    } finally {
      delete(scratch);
    }
  }

  private Optional<Outcome> run(Entrant entrant, String workload, int blocks, Path scratch)
      throws IOException {
    Path target = root.resolve("benchmarks/" + entrant.module() + "/target/launcher");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Path options = root.resolve("runners/" + entrant.module() + "/jvm.opts");
    if (Files.exists(options)) {
      command.add("@" + options);
    }
    command.addAll(
        List.of(
            "-Xms" + heap,
            "-Xmx" + heap,
            "-XX:+UseParallelGC",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-Dlog4j2.configurationFile=classpath:bench-log4j2.properties",
            "-cp",
            target + "/*" + System.getProperty("path.separator") + target + "/lib/*",
            entrant.mainClass(),
            workload,
            String.valueOf(blocks),
            String.valueOf(entrant.rocksdb()),
            scratch.toString(),
            String.valueOf(warmUp.toSeconds())));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    Thread end = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(end);
    AtomicBoolean ended = new AtomicBoolean();
    CompletableFuture<Void> timer =
        CompletableFuture.runAsync(
            () -> {
              ended.set(true);
              process.destroyForcibly();
            },
            CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS));
    Deque<String> last = new ArrayDeque<>();
    Outcome outcome;
    int status;
    try {
      outcome = read(process, last);
      status = process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      timer.cancel(false);
      Runtime.getRuntime().removeShutdownHook(end);
    }
    if (outcome == null && ended.get()) {
      return Optional.empty();
    }
    if (status != 0 || outcome == null) {
      throw new IOException(
          entrant.name() + " ended with status " + status + ":\n" + String.join("\n", last));
    }
    return Optional.of(outcome);
  }

  private static @Nullable Outcome read(Process process, Deque<String> last) throws IOException {
    Outcome outcome = null;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (Outcome.isLine(line)) {
          outcome = Outcome.parse(line);
        } else {
          last.addLast(line);
          if (last.size() > LAST_LINES) {
            last.removeFirst();
          }
        }
      }
    }
    return outcome;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.deleteIfExists(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
