package dev.mortise.runner.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.broker.LocalBroker;
import dev.mortise.conformance.Answer;
import dev.mortise.conformance.Capabilities;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Feature;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.JobTopics;
import dev.mortise.conformance.Mode;
import dev.mortise.conformance.RandomStreams;
import dev.mortise.conformance.Run;
import dev.mortise.conformance.ScriptOracle;
import dev.mortise.conformance.StreamRow;
import dev.mortise.join.JoinType;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Jobs on a cluster of several JVMs, submitted with the script and the jar that are shipped. What
 * is killed is killed with SIGKILL, when the job has come to a random batch.
 */
class ClusterIT {
  private static final int KILLS = Integer.getInteger("mortise.kills", 1);
  private static final int STEPS = 40 * Math.max(1, KILLS / 4);
  private static final int ROWS_PER_STEP = 60;
  private static final String ONE_BLOCK_A_BATCH = "--maxElementsPerBatch=1";

  private static LocalSparkCluster cluster;
  private static Path folder;

  @BeforeAll
  static void start() throws IOException {
    folder = Folders.fresh("cluster");
    cluster = LocalSparkCluster.start(folder.resolve("daemons"), 2);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @AfterEach
  void leaveTheClusterIdle() {
    cluster.killDrivers();
  }

  @Test
  void aBatchJob_givesTheOraclesRows_andPrintsItsSummary() throws Exception {
    RandomStreams streams = RandomStreams.of(seed("batch"), 5_000, JoinType.FULL);
    List<StreamRow> rows = new ArrayList<>(streams.left());
    rows.addAll(streams.right());
    Job job = Job.files(folder.resolve("batch"), streams.join(), rows);
    Path log = folder.resolve("batch.log");

    end(submit(job, Map.of(), log), log);

    Run.checkOutputs(job, streams.answer());
    checkSummary(log, streams.answer());
    Capabilities.proven(Mode.SPARK_BATCH, Feature.CLUSTER);
  }

  @Test
  void executorsAreKilled_everyRowIsThereOnce() throws Exception {
    long seed = seed("executors");
    List<Event> script = Scripts.random(seed, STEPS, ROWS_PER_STEP);
    Answer answer = ScriptOracle.answer(Scripts.JOIN, script);
    Job job = Job.script(folder.resolve("executors"), Scripts.JOIN, script);
    Path checkpoints = folder.resolve("executors-state");
    Path log = folder.resolve("executors.log");
    int port = LocalSparkCluster.freePort();
    Process driver =
        submit(
            job,
            Map.of("CHECKPOINT_DIR", checkpoints.toString(), "UI_PORT", String.valueOf(port)),
            log);
    JobFolder progress = new JobFolder(checkpoints);
    Random random = new Random(seed);

    awaitDashboardsMetrics(port, driver);
    for (long batch : JobFolder.moments(random, KILLS, STEPS)) {
      progress.awaitBatch(batch, driver);
      kill(anExecutor(random), "executor", batch);
    }
    end(driver, log);

    Run.checkOutputs(job, answer);
    checkSummary(log, answer);
    Capabilities.proven(Mode.SPARK_STREAMING, Feature.CLUSTER);
    Capabilities.proven(Mode.SPARK_STREAMING, Feature.KILLED_WORKER);
  }

  @Test
  void theDriverIsKilled_andTheJobSubmittedAgain_everyRowIsThereOnce() throws Exception {
    long seed = seed("driver");
    List<Event> script = Scripts.random(seed, STEPS, ROWS_PER_STEP);
    Job job = Job.script(folder.resolve("driver"), Scripts.JOIN, script);
    Path checkpoints = folder.resolve("driver-state");
    JobFolder progress = new JobFolder(checkpoints);
    Map<String, String> settings = Map.of("CHECKPOINT_DIR", checkpoints.toString());

    int run = 0;
    for (long batch : JobFolder.moments(new Random(seed), KILLS, STEPS)) {
      Process driver = submit(job, settings, folder.resolve("driver-" + run++ + ".log"));
      progress.awaitBatch(batch, driver);
      kill(driver.toHandle(), "driver", batch);
      assertThat(driver.waitFor(5, TimeUnit.MINUTES)).as("killed").isTrue();
    }
    Path log = folder.resolve("driver-" + run + ".log");
    end(submit(job, settings, log), log);

    Answer answer = ScriptOracle.answer(Scripts.JOIN, script);
    Run.checkOutputs(job, answer);
    checkSummary(log, answer);
    Capabilities.proven(Mode.SPARK_STREAMING, Feature.KILLED_DRIVER);
    Capabilities.proven(Mode.SPARK_STREAMING, Feature.RESUME);
  }

  /** Written to topics, rows may come again, and then have the same key. */
  @Test
  void executorDriverAndBrokerAreKilled_topicsHoldEveryRowUnderItsKey() throws Exception {
    long seed = seed("topics");
    List<Event> script = Scripts.random(seed, STEPS, ROWS_PER_STEP);
    Answer answer = ScriptOracle.answer(Scripts.JOIN, script);
    try (LocalBroker broker = LocalBroker.start(folder.resolve("broker"))) {
      JobTopics topics = JobTopics.create(broker.bootstrapServers(), "spark-topics");
      Job job = topics.outputsOf(Job.script(folder.resolve("topics"), Scripts.JOIN, script), "");
      Path checkpoints = folder.resolve("topics-state");
      JobFolder progress = new JobFolder(checkpoints);
      Map<String, String> settings = Map.of("CHECKPOINT_DIR", checkpoints.toString());
      Random random = new Random(seed);
      List<Long> moments = JobFolder.moments(random, 3, STEPS);

      Process first = submit(job, settings, folder.resolve("topics-0.log"));
      progress.awaitBatch(moments.get(0), first);
      kill(anExecutor(random), "executor", moments.get(0));
      progress.awaitBatch(moments.get(1), first);
      kill(first.toHandle(), "driver", moments.get(1));
      assertThat(first.waitFor(5, TimeUnit.MINUTES)).as("killed").isTrue();
      Path log = folder.resolve("topics-1.log");
      Process second = submit(job, settings, log);
      progress.awaitBatch(moments.get(2), second);
      broker.kill();
      broker.restart();
      end(second, log);

      int again = topics.checkByKey(job, answer);
      System.out.printf("ClusterIT topics: %d records came again%n", again);
      checkSummary(log, answer);
    }
    Capabilities.proven(Mode.SPARK_STREAMING, Feature.TOPICS_KEPT);
  }

  /** Two files replayed as fast as they can be read: there is always more than is done. */
  @Test
  void executorsAndDriversOfAJobThatLagsAreKilled_everyRowIsThereOnce() throws Exception {
    assumeTrue(KILLS > 1, "one kill of each kind is enough here; -P long kills a lagging job too");
    long seed = seed("lagging");
    RandomStreams streams = RandomStreams.of(seed, 3_000 * KILLS, JoinType.FULL);
    List<StreamRow> rows = new ArrayList<>(streams.left());
    rows.addAll(streams.right());
    Job job = Job.replay(folder.resolve("lagging"), streams.join(), rows, streams.watermarkDelay());
    Path checkpoints = folder.resolve("lagging-state");
    JobFolder progress = new JobFolder(checkpoints);
    Map<String, String> settings = Map.of("CHECKPOINT_DIR", checkpoints.toString());
    Random random = new Random(seed);

    int run = 0;
    Process driver = submit(job, settings, folder.resolve("lagging-0.log"), ONE_BLOCK_A_BATCH);
    for (long batch : JobFolder.moments(random, KILLS, 3 * KILLS)) {
      progress.awaitBatch(batch, driver);
      if (random.nextBoolean()) {
        kill(anExecutor(random), "executor", batch);
      } else {
        kill(driver.toHandle(), "driver", batch);
        assertThat(driver.waitFor(5, TimeUnit.MINUTES)).as("killed").isTrue();
        Path log = folder.resolve("lagging-" + ++run + ".log");
        driver = submit(job, settings, log, ONE_BLOCK_A_BATCH);
      }
    }
    Path log = folder.resolve("lagging-" + run + ".log");
    end(driver, log);

    Run.checkOutputs(job, streams.answer());
    checkSummary(log, streams.answer());
  }

  private static long seed(String test) {
    long seed = System.nanoTime();
    System.out.printf("ClusterIT %s: seed %d, %d kills%n", test, seed, KILLS);
    return seed;
  }

  private static Process submit(Job job, Map<String, String> settings, Path log, String... options)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("run", job.spec().toString(), "--summary=json"));
    arguments.addAll(List.of(options));
    return cluster.submit(settings, log, arguments);
  }

  private static void end(Process driver, Path log) throws IOException, InterruptedException {
    assertThat(driver.waitFor(20, TimeUnit.MINUTES)).as("ended").isTrue();
    assertThat(driver.exitValue()).as(tail(log)).isZero();
  }

  private static String tail(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
  }

  private static void checkSummary(Path log, Answer answer) throws IOException {
    String summary =
        Files.readAllLines(log).stream()
            .filter(line -> line.startsWith("{\"name\"") || line.startsWith("{\"status\""))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no summary in " + log));
    Run.checkSummary(new ObjectMapper().readTree(summary), answer);
  }

  private static ProcessHandle anExecutor(Random random) {
    List<ProcessHandle> executors =
        await("an executor")
            .atMost(Duration.ofMinutes(10))
            .until(() -> cluster.executors(), found -> !found.isEmpty());
    return executors.get(random.nextInt(executors.size()));
  }

  private static void kill(ProcessHandle process, String what, long batch) {
    System.out.printf("ClusterIT: kill -9 of %s %d at batch %d%n", what, process.pid(), batch);
    assertThat(process.destroyForcibly()).isTrue();
  }

  /** Prometheus gets from the driver all that the dashboard shows. */
  private static void awaitDashboardsMetrics(int port, Process driver) {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics/prometheus/"))
            .build();
    await("metrics of the dashboard")
        .atMost(Duration.ofMinutes(10))
        // The driver does not listen yet.
        .ignoreExceptionsInstanceOf(IOException.class)
        .failFast("the driver has ended", () -> !driver.isAlive())
        .until(
            () ->
                Dashboard.missing(
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body()),
            List::isEmpty);
  }
}
