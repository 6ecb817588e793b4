package dev.mortise.runner.spark.cluster;

import static dev.mortise.runner.spark.cluster.ClusterJobs.ROWS_PER_STEP;
import static dev.mortise.runner.spark.cluster.ClusterJobs.STEPS;

import dev.mortise.broker.LocalBroker;
import dev.mortise.conformance.Answer;
import dev.mortise.conformance.Capabilities;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Feature;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.JobTopics;
import dev.mortise.conformance.Mode;
import dev.mortise.conformance.ScriptOracle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Topics as outputs on a cluster, as in {@link ClusterIT}. Apart from it, so that the two run side
 * by side: both wait a lot.
 */
class TopicsIT {
  private static Path folder;
  private static ClusterJobs jobs;

  @BeforeAll
  static void start() throws IOException {
    jobs = new ClusterJobs("TopicsIT");
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

  /** Written to topics, rows may come again, and then have the same key. */
  @Test
  void executorDriverAndBrokerAreKilled_topicsHoldEveryRowUnderItsKey() throws Exception {
    long seed = jobs.seed("topics");
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

      Process first = jobs.submit(job, settings, folder.resolve("topics-0.log"));
      progress.awaitBatch(moments.get(0), first);
      jobs.killAnExecutor(random, moments.get(0));
      progress.awaitBatch(moments.get(1), first);
      jobs.killDriver(first, moments.get(1));
      Path log = folder.resolve("topics-1.log");
      Process second = jobs.submit(job, settings, log);
      progress.awaitBatch(moments.get(2), second);
      broker.kill();
      broker.restart();
      jobs.end(second, log);

      int again = topics.checkByKey(job, answer);
      System.out.printf("TopicsIT: %d records came again%n", again);
      jobs.checkSummary(log, answer);
    }
    Capabilities.proven(Mode.SPARK_STREAMING, Feature.TOPICS_KEPT);
  }
}
