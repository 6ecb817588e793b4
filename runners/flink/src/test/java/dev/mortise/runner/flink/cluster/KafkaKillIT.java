package dev.mortise.runner.flink.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.broker.LocalBroker;
import dev.mortise.conformance.Capabilities;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Feature;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.JobTopics;
import dev.mortise.conformance.Mode;
import dev.mortise.conformance.RandomStreams;
import dev.mortise.conformance.ScriptOracle;
import dev.mortise.conformance.Topics;
import dev.mortise.join.JoinType;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Topics as outputs of streams whose processes are killed as by {@code kill -9}: whoever reads
 * committed records sees every row once. With {@code -P long} it happens ten times.
 *
 * <p>A run that failed is repeated by {@code -Dmortise.test.seed=SEED}.
 */
final class KafkaKillIT {
  private static final String CHECKPOINTS = "--checkpointingInterval=1000";
  private static final int MARKS = 2_000;
  private static final int ROWS = 10;
  private static final int TOPIC_ROWS = 5_000;
  private static LocalBroker broker;

  private final LocalFlinkCluster cluster = SharedCluster.get();
  private final long seed = Long.getLong("mortise.test.seed", new Random().nextInt(1_000_000));
  private final Random random = new Random(seed);

  @BeforeAll
  static void startBroker() throws IOException {
    SharedCluster.get(); // It empties the folder first.
    broker = LocalBroker.start(SharedCluster.folder().resolve("broker"));
  }

  @AfterAll
  static void stopBroker() {
    if (broker != null) {
      broker.close();
    }
  }

  /** In the middle, right behind a complete checkpoint, and the broker as well. */
  @Test
  void everyRowIsCommittedOnce_whenTaskManagersAndTheBrokerAreKilled() throws IOException {
    for (int i = 0; i < kills(); i++) {
      double[] moments = random.doubles(3, 0.02, 0.4).sorted().toArray();
      log("TaskManagers and broker", moments);
      ClusterJob job =
          job("kafka-taskmanager-" + i, ScriptScenario.events(random.nextLong(), MARKS, ROWS));
      job.submit();

      job.awaitOutput(moments[0]);
      killATaskManager();
      job.awaitRestart(1);

      job.awaitOutput(moments[1]);
      // Now the records of this checkpoint are being written, or wait for it.
      job.awaitCheckpoints(job.checkpoints() + 1);
      killATaskManager();
      job.awaitRestart(2);

      job.awaitOutput(moments[2]);
      broker.kill();
      broker.restart();

      job.awaitEnd();
      job.checkOutputs();
    }
    Capabilities.proven(Mode.FLINK_STREAMING, Feature.TOPICS_ONCE);
    Capabilities.proven(Mode.FLINK_STREAMING, Feature.TOPICS_KEPT);
  }

  @Test
  void everyRowIsCommittedOnce_whenTheJobManagerIsKilledAndTheJobGoesOnFromACheckpoint()
      throws IOException {
    for (int i = 0; i < kills(); i++) {
      double moment = 0.1 + 0.6 * random.nextDouble();
      log("JobManager", moment);
      ClusterJob job =
          job("kafka-jobmanager-" + i, ScriptScenario.events(random.nextLong(), MARKS, ROWS));
      job.submit();
      job.awaitOutput(moment);
      job.awaitCheckpoints(1);
      cluster.killJobManager();
      cluster.startJobManager();
      cluster.awaitTaskManagers(cluster.taskManagers());
      job.submit("-s", job.newestRetained().toString());
      job.awaitEnd();
      job.checkOutputs();
    }
  }

  @Test
  void everyRowIsCommittedOnce_whenTheJobIsStoppedAndGoesOnFromItsSavepoint() throws IOException {
    double moment = 0.02 + 0.3 * random.nextDouble();
    log("stop", moment);
    ClusterJob job =
        job("kafka-savepoint", ScriptScenario.events(random.nextLong(), 2 * MARKS, ROWS));
    job.submit();
    job.awaitOutput(moment);
    String savepoint = job.stop(SharedCluster.folder().resolve("savepoints"));
    job.submit("-s", savepoint);
    job.awaitEnd();
    job.checkOutputs();
  }

  /**
   * From topics to topics: rows come in three parts, and after each of the first two a TaskManager
   * is killed, the second time right behind a complete checkpoint. Then the job is stopped and goes
   * on from its savepoint.
   */
  @Test
  void everyRowIsCommittedOnce_whenItComesFromATopic() throws Exception {
    String name = "kafka-to-kafka";
    log("topics to topics");
    RandomStreams streams = RandomStreams.of(random.nextLong(), TOPIC_ROWS, JoinType.FULL);
    try (Topics topics = new Topics(broker.bootstrapServers())) {
      TopicFeed feed = TopicFeed.create(topics, name, streams);
      ClusterJob job =
          new ClusterJob(
              cluster,
              JobTopics.create(broker.bootstrapServers(), name)
                  .outputsOf(
                      feed.job(SharedCluster.folder().resolve("jobs").resolve(name)),
                      ", delivery: exactly_once"),
              streams.answer(),
              List.of(CHECKPOINTS, "--stateBackend=" + backend(), "--parallelism=4"),
              JobTopics.of(broker.bootstrapServers(), name));
      job.submit();
      try {
        feed.send(0, 1.0 / 3);
        job.awaitOutput(0.1);
        killATaskManager();
        job.awaitRestart(1);
        // None completes before the job has noticed the kill and runs again.
        job.awaitCheckpoints(job.checkpoints() + 1);

        feed.send(1.0 / 3, 2.0 / 3);
        job.awaitOutput(0.4);
        job.awaitCheckpoints(job.checkpoints() + 1);
        killATaskManager();
        job.awaitCheckpoints(job.checkpoints() + 2);

        String savepoint = job.stop(SharedCluster.folder().resolve("savepoints"));
        job.submit("-s", savepoint);
        feed.send(2.0 / 3, 1);
        feed.end();
        Awaitility.await("every row of " + name)
            .atMost(Duration.ofMinutes(3))
            .pollInterval(Duration.ofSeconds(1))
            .untilAsserted(job::checkOutputs);
      } finally {
        // It has no end, and the tests that follow need its slots.
        job.cancel();
      }
    }
  }

  private void killATaskManager() {
    cluster.killTaskManager(random.nextInt(cluster.taskManagers()));
    cluster.startTaskManager();
  }

  private ClusterJob job(String name, List<Event> events) throws IOException {
    JobTopics topics = JobTopics.create(broker.bootstrapServers(), name);
    Job job =
        topics.outputsOf(
            Job.script(
                SharedCluster.folder().resolve("jobs").resolve(name), ScriptScenario.JOIN, events),
            ", delivery: exactly_once");
    return new ClusterJob(
        cluster,
        job,
        ScriptOracle.answer(ScriptScenario.JOIN, events),
        List.of(CHECKPOINTS, "--stateBackend=" + backend(), "--parallelism=4"),
        topics);
  }

  private String backend() {
    return random.nextBoolean() ? "hashmap" : "rocksdb";
  }

  private static int kills() {
    int kills = Integer.getInteger("mortise.test.kills", 0);
    assertThat(kills).as("mortise.test.kills").isPositive();
    return kills;
  }

  private void log(String what, double... moments) {
    System.out.printf(
        "Kafka, %s: seed %d, at %s of the output%n", what, seed, Arrays.toString(moments));
  }
}
