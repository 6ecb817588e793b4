package dev.mortise.runner.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.conformance.Answer;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A cluster of a test class, the jobs it is given, and what is killed of them. */
final class ClusterJobs implements AutoCloseable {
  /** How often each test kills; many times with {@code -P long}. */
  static final int KILLS = Integer.getInteger("mortise.kills", 1);

  static final int STEPS = 40 * Math.max(1, KILLS / 4);
  static final int ROWS_PER_STEP = 60;

  private static final int WORKERS = 2;

  private final String test;
  private final Path folder;
  private final LocalSparkCluster cluster;

  /**
   * @param test its name, of which a folder below {@code target} is made
   */
  ClusterJobs(String test) throws IOException {
    this.test = test;
    folder = Folders.fresh(test);
    cluster = LocalSparkCluster.start(folder.resolve("daemons"), WORKERS);
  }

  /** Where the files of the tests go. */
  Path folder() {
    return folder;
  }

  long seed(String of) {
    long seed = System.nanoTime();
    System.out.printf("%s %s: seed %d, %d kills%n", test, of, seed, KILLS);
    return seed;
  }

  Process submit(Job job, Map<String, String> settings, Path log, String... options)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("run", job.spec().toString(), "--summary=json"));
    arguments.addAll(List.of(options));
    return cluster.submit(settings, log, arguments);
  }

  /** Waits for a driver's own end, which must be a good one. */
  void end(Process driver, Path log) throws IOException, InterruptedException {
    assertThat(driver.waitFor(20, TimeUnit.MINUTES)).as("ended").isTrue();
    assertThat(driver.exitValue()).as(tail(log)).isZero();
  }

  private static String tail(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
  }

  void checkSummary(Path log, Answer answer) throws IOException {
    String summary =
        Files.readAllLines(log).stream()
            .filter(line -> line.startsWith("{\"name\"") || line.startsWith("{\"status\""))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no summary in " + log));
    Run.checkSummary(new ObjectMapper().readTree(summary), answer);
  }

  void killAnExecutor(Random random, long batch) {
    List<ProcessHandle> executors =
        await("an executor")
            .atMost(Duration.ofMinutes(10))
            .until(cluster::executors, found -> !found.isEmpty());
    kill(executors.get(random.nextInt(executors.size())), "executor", batch);
  }

  void killDriver(Process driver, long batch) throws InterruptedException {
    kill(driver.toHandle(), "driver", batch);
    assertThat(driver.waitFor(5, TimeUnit.MINUTES)).as("killed").isTrue();
  }

  private void kill(ProcessHandle process, String what, long batch) {
    System.out.printf("%s: kill -9 of %s %d at batch %d%n", test, what, process.pid(), batch);
    assertThat(process.destroyForcibly()).isTrue();
  }

  /** Ends the drivers that still run, as those of a test that failed do. */
  void leaveIdle() {
    cluster.killDrivers();
  }

  @Override
  public void close() {
    cluster.close();
  }
}
