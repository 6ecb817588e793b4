package dev.mortise.runner.flink.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.conformance.Capabilities;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Feature;
import dev.mortise.conformance.Mode;
import dev.mortise.conformance.Run;
import dev.mortise.conformance.ScriptOracle;
import dev.mortise.conformance.StreamRow;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Streams on a cluster whose processes are killed as by {@code kill -9}, or that are stopped: every
 * row comes out once. It happens when a random share of the output is written, which hits all
 * phases of a checkpoint. With {@code -P long} it happens ten times to each kind.
 *
 * <p>A run that failed is repeated by {@code -Dmortise.test.seed=SEED}.
 */
final class KillIT {
  private static final int MOST_KILLS_OF_A_JOB = 3;

  private static final String CHECKPOINTS = "--checkpointingInterval=1000";

  private final LocalFlinkCluster cluster = SharedCluster.get();
  private final long seed = Long.getLong("mortise.test.seed", new Random().nextInt(1_000_000));
  private final Random random = new Random(seed);

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void everyRowComesOutOnce_whenTaskManagersAreKilled(String backend) throws IOException {
    for (int left = kills(); left > 0; ) {
      int kills = Math.min(left, 1 + random.nextInt(MOST_KILLS_OF_A_JOB));
      left -= kills;
      double[] moments = random.doubles(kills, 0.02, 0.85).sorted().toArray();
      log("TaskManager, " + backend, moments);
      ClusterJob job = job("taskmanager-" + backend + "-" + left, backend);
      job.submit();
      int killed = 0;
      for (double moment : moments) {
        job.awaitOutput(moment);
        cluster.killTaskManager(random.nextInt(cluster.taskManagers()));
        cluster.startTaskManager();
        killed++;
        job.awaitRestart(killed);
      }
      job.awaitEnd();
      job.checkOutputs();
    }
    Capabilities.proven(Mode.FLINK_STREAMING, Feature.KILLED_WORKER);
  }

  @Test
  void everyRowComesOutOnce_whenTheJobManagerIsKilledAndTheJobGoesOnFromItsLastCheckpoint()
      throws IOException {
    for (int i = 0; i < kills(); i++) {
      double moment = 0.1 + 0.7 * random.nextDouble();
      log("JobManager", moment);
      ClusterJob job = job("jobmanager-" + i, random.nextBoolean() ? "hashmap" : "rocksdb");
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
    Capabilities.proven(Mode.FLINK_STREAMING, Feature.KILLED_DRIVER);
  }

  @Test
  void everyRowComesOutOnce_whenTheJobIsStoppedAndGoesOnFromItsSavepoint() throws IOException {
    for (int i = 0; i < kills(); i++) {
      double moment = momentToStop();
      log("stop", moment);
      ClusterJob job =
          ClusterJob.script(
              cluster,
              "savepoint-" + i,
              ScriptScenario.longEvents(random.nextLong()),
              options(random.nextBoolean() ? "hashmap" : "rocksdb"));
      job.submit();
      job.awaitOutput(moment);
      String savepoint = job.stop(SharedCluster.folder().resolve("savepoints"));
      job.submit("-s", savepoint);
      job.awaitEnd();
      job.checkOutputs();
    }
  }

  @Test
  void everyRowReadSoFarComesOutOnce_whenTheJobIsDrained() throws IOException {
    double moment = momentToStop();
    log("drain", moment);
    List<Event> events = ScriptScenario.longEvents(random.nextLong());
    ClusterJob job = ClusterJob.script(cluster, "drain", events, List.of(CHECKPOINTS));
    job.submit();
    job.awaitOutput(moment);
    job.stop(SharedCluster.folder().resolve("savepoints"), "--drain");

    int last = job.lastRow();
    int read = 1;
    while (!(events.get(read - 1) instanceof StreamRow row && row.id() == last)) {
      read++;
    }
    assertThat(read).as("events that were read").isLessThan(events.size());
    Run.checkOutputs(job.job(), ScriptOracle.answer(ScriptScenario.JOIN, events.subList(0, read)));
  }

  /** So early that the job still runs when Flink's client has started. */
  private double momentToStop() {
    return 0.02 + 0.3 * random.nextDouble();
  }

  private static int kills() {
    int kills = Integer.getInteger("mortise.test.kills", 0);
    assertThat(kills).as("mortise.test.kills").isPositive();
    return kills;
  }

  private void log(String what, double... moments) {
    System.out.printf("%s: seed %d, at %s of the output%n", what, seed, Arrays.toString(moments));
  }

  private ClusterJob job(String name, String backend) throws IOException {
    return ClusterJob.script(cluster, name, random.nextLong(), options(backend));
  }

  private static List<String> options(String backend) {
    return List.of(CHECKPOINTS, "--stateBackend=" + backend);
  }
}
