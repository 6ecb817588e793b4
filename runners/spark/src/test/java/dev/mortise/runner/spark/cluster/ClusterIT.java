package dev.mortise.runner.spark.cluster;

import static dev.mortise.runner.spark.cluster.ClusterJobs.KILLS;
import static dev.mortise.runner.spark.cluster.ClusterJobs.ROWS_PER_STEP;
import static dev.mortise.runner.spark.cluster.ClusterJobs.STEPS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mortise.conformance.Answer;
import dev.mortise.conformance.Capabilities;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Feature;
import dev.mortise.conformance.Job;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Jobs on a cluster of several JVMs, submitted with the script and the jar that are shipped. What
 * is killed is killed with SIGKILL, when the job has come to a random batch.
 */
class ClusterIT {
  private static final String ONE_BLOCK_A_BATCH = "--maxElementsPerBatch=1";

  private static Path folder;
  private static ClusterJobs jobs;

  @BeforeAll
  static void start() throws IOException {
    jobs = new ClusterJobs("ClusterIT");
    folder = jobs.folder();
  }

  @AfterAll
  static void stop() {
    if (jobs != null) {
      jobs.close();
    }
  }

  @AfterEach
  void leaveTheClusterIdle() {
    jobs.leaveIdle();
  }

  @Test
  void aBatchJob_givesTheOraclesRows_andPrintsItsSummary() throws Exception {
    RandomStreams streams = RandomStreams.of(jobs.seed("batch"), 5_000, JoinType.FULL);
    List<StreamRow> rows = new ArrayList<>(streams.left());
    rows.addAll(streams.right());
    Job job = Job.files(folder.resolve("batch"), streams.join(), rows);
    Path log = folder.resolve("batch.log");

    jobs.end(jobs.submit(job, Map.of(), log), log);

    Run.checkOutputs(job, streams.answer());
    jobs.checkSummary(log, streams.answer());
    Capabilities.proven(Mode.SPARK_BATCH, Feature.CLUSTER);
  }

  @Test
  void executorsAreKilled_everyRowIsThereOnce() throws Exception {
    long seed = jobs.seed("executors");
    List<Event> script = Scripts.random(seed, STEPS, ROWS_PER_STEP);
    Answer answer = ScriptOracle.answer(Scripts.JOIN, script);
    Job job = Job.script(folder.resolve("executors"), Scripts.JOIN, script);
    Path checkpoints = folder.resolve("executors-state");
    Path log = folder.resolve("executors.log");
    int port = LocalSparkCluster.freePort();
    Process driver =
        jobs.submit(
            job,
            Map.of("CHECKPOINT_DIR", checkpoints.toString(), "UI_PORT", String.valueOf(port)),
            log);
    JobFolder progress = new JobFolder(checkpoints);
    Random random = new Random(seed);

    awaitDashboardsMetrics(port, driver);
    for (long batch : JobFolder.moments(random, KILLS, STEPS)) {
      progress.awaitBatch(batch, driver);
      jobs.killAnExecutor(random, batch);
    }
    jobs.end(driver, log);

    Run.checkOutputs(job, answer);
    jobs.checkSummary(log, answer);
    Capabilities.proven(Mode.SPARK_STREAMING, Feature.CLUSTER);
    Capabilities.proven(Mode.SPARK_STREAMING, Feature.KILLED_WORKER);
  }

  @Test
  void theDriverIsKilled_andTheJobSubmittedAgain_everyRowIsThereOnce() throws Exception {
    long seed = jobs.seed("driver");
    List<Event> script = Scripts.random(seed, STEPS, ROWS_PER_STEP);
    Job job = Job.script(folder.resolve("driver"), Scripts.JOIN, script);
    Path checkpoints = folder.resolve("driver-state");
    JobFolder progress = new JobFolder(checkpoints);
    Map<String, String> settings = Map.of("CHECKPOINT_DIR", checkpoints.toString());

    int run = 0;
    for (long batch : JobFolder.moments(new Random(seed), KILLS, STEPS)) {
      Process driver = jobs.submit(job, settings, folder.resolve("driver-" + run++ + ".log"));
      progress.awaitBatch(batch, driver);
      jobs.killDriver(driver, batch);
    }
    Path log = folder.resolve("driver-" + run + ".log");
    jobs.end(jobs.submit(job, settings, log), log);

    Answer answer = ScriptOracle.answer(Scripts.JOIN, script);
    Run.checkOutputs(job, answer);
    jobs.checkSummary(log, answer);
    Capabilities.proven(Mode.SPARK_STREAMING, Feature.KILLED_DRIVER);
    Capabilities.proven(Mode.SPARK_STREAMING, Feature.RESUME);
  }

  /** Two files replayed as fast as they can be read: there is always more than is done. */
  @Test
  void executorsAndDriversOfAJobThatLagsAreKilled_everyRowIsThereOnce() throws Exception {
    assumeTrue(KILLS > 1, "one kill of each kind is enough here; -P long kills a lagging job too");
    long seed = jobs.seed("lagging");
    RandomStreams streams = RandomStreams.of(seed, 3_000 * KILLS, JoinType.FULL);
    List<StreamRow> rows = new ArrayList<>(streams.left());
    rows.addAll(streams.right());
    Job job = Job.replay(folder.resolve("lagging"), streams.join(), rows, streams.watermarkDelay());
    Path checkpoints = folder.resolve("lagging-state");
    JobFolder progress = new JobFolder(checkpoints);
    Map<String, String> settings = Map.of("CHECKPOINT_DIR", checkpoints.toString());
    Random random = new Random(seed);

    int run = 0;
    Process driver = jobs.submit(job, settings, folder.resolve("lagging-0.log"), ONE_BLOCK_A_BATCH);
    for (long batch : JobFolder.moments(random, KILLS, 3 * KILLS)) {
      progress.awaitBatch(batch, driver);
      if (random.nextBoolean()) {
        jobs.killAnExecutor(random, batch);
      } else {
        jobs.killDriver(driver, batch);
        Path log = folder.resolve("lagging-" + ++run + ".log");
        driver = jobs.submit(job, settings, log, ONE_BLOCK_A_BATCH);
      }
    }
    Path log = folder.resolve("lagging-" + run + ".log");
    jobs.end(driver, log);

    Run.checkOutputs(job, streams.answer());
    jobs.checkSummary(log, streams.answer());
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
