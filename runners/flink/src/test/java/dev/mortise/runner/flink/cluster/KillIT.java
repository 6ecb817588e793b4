package dev.mortise.runner.flink.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.conformance.Event;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.ScriptOracle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Streams on a cluster whose processes are killed as by {@code kill -9}: every row comes out once.
 * Kills come when the job has written a random share of its output. A seed of a run that failed is
 * given back by {@code -Dmortise.test.seed=SEED}.
 */
final class KillIT {
  private static final int MARKS = 1_500;
  private static final int ROWS = 10;
  private static final int MOST_KILLS_OF_A_JOB = 3;

  private static LocalFlinkCluster cluster;
  private static Path folder;

  private final long seed = Long.getLong("mortise.test.seed", new Random().nextInt());
  private final Random random = new Random(seed);

  @BeforeAll
  static void startCluster() throws IOException {
    folder = FlinkFiles.work().resolve("kill");
    FileUtils.deleteDirectory(folder.toFile());
    cluster =
        LocalFlinkCluster.start(
            folder, 2, Map.of("state.checkpoints.dir", folder.resolve("checkpoints").toUri() + ""));
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"filesystem", "rocksdb"})
  void everyRowComesOutOnce_whenTaskManagersAreKilled(String backend) throws IOException {
    for (int left = Integer.getInteger("mortise.test.kills"); left > 0; ) {
      int kills = Math.min(left, 1 + random.nextInt(MOST_KILLS_OF_A_JOB));
      left -= kills;
      ClusterJob job = job(backend + "-" + left, backend);
      job.submit();
      double[] moments = random.doubles(kills, 0.02, 0.85).sorted().toArray();
      System.out.printf(
          "%s: seed %d, killing a TaskManager at %s of the output%n",
          backend, seed, Arrays.toString(moments));
      int restarts = 0;
      for (double moment : moments) {
        job.awaitOutput(moment);
        cluster.killTaskManager(random.nextInt(cluster.taskManagers()));
        cluster.startTaskManager();
        restarts++;
        job.awaitRestarts(restarts);
      }
      job.awaitEnd();
      job.checkOutputs();
    }
  }

  private ClusterJob job(String name, String backend) throws IOException {
    List<Event> events = ScriptScenario.events(random.nextLong(), MARKS, ROWS);
    return new ClusterJob(
        cluster,
        Job.script(folder.resolve(name), ScriptScenario.JOIN, events),
        ScriptOracle.answer(ScriptScenario.JOIN, events),
        List.of(
            "--parallelism=4", "--checkpointingInterval=1000", "--stateBackend=" + backend, "--stateBackendStoragePath=" + folder.resolve("checkpoints").toUri()));
  }
}
