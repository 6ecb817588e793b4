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
  private static final int MARKS_WHILE_STOPPED = 4_000;
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

  /**
   * From topics to topics, which have no end: a script's end is written before it is safe, and a
   * kill behind it would repeat rows. They come in three parts. After each of the first two a
   * TaskManager is killed, the second time right behind a complete checkpoint, when its records are
   * being written or wait for it. Then the job is stopped and goes on from its savepoint.
   */
  @Test
  void everyRowIsCommittedOnce_whenTaskManagersAreKilled() throws Exception {
    for (int i = 0; i < kills(); i++) {
      String name = "kafka-taskmanager-" + i;
      log("TaskManagers");
      try (Topics topics = new Topics(broker.bootstrapServers())) {
        TopicFeed feed = feed(topics, name);
        ClusterJob job = job(feed, name);
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
          awaitEveryRow(feed, job);
        } finally {
          // It has no end, and the tests that follow need its slots.
          job.cancel();
        }
      }
    }
    Capabilities.proven(Mode.FLINK_STREAMING, Feature.TOPICS_ONCE);
    Capabilities.proven(Mode.FLINK_STREAMING, Feature.TOPICS_KEPT);
  }

  @Test
  void everyRowIsCommittedOnce_whenTheJobManagerIsKilledAndTheJobGoesOnFromACheckpoint()
      throws Exception {
    for (int i = 0; i < kills(); i++) {
      String name = "kafka-jobmanager-" + i;
      log("JobManager");
      try (Topics topics = new Topics(broker.bootstrapServers())) {
        TopicFeed feed = feed(topics, name);
        ClusterJob job = job(feed, name);
        job.submit();
        try {
          feed.send(0, 0.5);
          job.awaitOutput(0.3);
          job.awaitCheckpoints(1);
          cluster.killJobManager();
          cluster.startJobManager();
          cluster.awaitTaskManagers(cluster.taskManagers());
          job.submit("-s", job.newestRetained().toString());
          feed.send(0.5, 1);
          awaitEveryRow(feed, job);
        } finally {
          job.cancel();
        }
      }
    }
  }

  @Test
  void everyRowIsCommittedOnce_whenTheBrokerIsKilled() throws IOException {
    double moment = 0.02 + 0.2 * random.nextDouble();
    log("broker", moment);
    ClusterJob job =
        job(
            "kafka-broker",
            ScriptScenario.events(random.nextLong(), ScriptScenario.MARKS / 2, ROWS));
    job.submit();
    job.awaitOutput(moment);
    broker.kill();
    broker.restart();
    job.awaitEnd();
    job.checkOutputs();
  }

  @Test
  void everyRowIsCommittedOnce_whenTheJobIsStoppedAndGoesOnFromItsSavepoint() throws IOException {
    double moment = 0.02 + 0.3 * random.nextDouble();
    log("stop", moment);
    ClusterJob job =
        job("kafka-savepoint", ScriptScenario.events(random.nextLong(), MARKS_WHILE_STOPPED, ROWS));
    job.submit();
    job.awaitOutput(moment);
    String savepoint = job.stop(SharedCluster.folder().resolve("savepoints"));
    job.submit("-s", savepoint);
    job.awaitEnd();
    job.checkOutputs();
  }

  private TopicFeed feed(Topics topics, String name) throws Exception {
    RandomStreams streams = RandomStreams.of(random.nextLong(), TOPIC_ROWS, JoinType.FULL);
    return TopicFeed.create(topics, name, streams);
  }

  private ClusterJob job(TopicFeed feed, String name) throws IOException {
    JobTopics topics = JobTopics.create(broker.bootstrapServers(), name);
    Job job = feed.job(SharedCluster.folder().resolve("jobs").resolve(name));
    return new ClusterJob(
        cluster,
        topics.outputsOf(job, ", delivery: exactly_once"),
        feed.answer(),
        arguments(),
        topics);
  }

  private static void awaitEveryRow(TopicFeed feed, ClusterJob job) throws Exception {
    feed.end();
    Awaitility.await("every row of " + job.id())
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(job::checkOutputs);
  }

  private List<String> arguments() {
    return List.of(CHECKPOINTS, "--stateBackend=" + backend(), "--parallelism=4");
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
        cluster, job, ScriptOracle.answer(ScriptScenario.JOIN, events), arguments(), topics);
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
