package dev.mortise.runner.flink.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.conformance.Event;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.Run;
import dev.mortise.conformance.ScriptOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Test;

/**
 * Application mode with high availability, which is what a FlinkDeployment runs: the JobManager
 * runs the program itself, and a new one goes on where the killed one was. ZooKeeper stands for the
 * ConfigMaps of Kubernetes.
 */
final class ApplicationIT {
  private static final Duration END = Duration.ofMinutes(4);

  private final long seed = Long.getLong("mortise.test.seed", new Random().nextInt(1_000_000));
  private final Random random = new Random(seed);
  private final Path folder = FlinkFiles.work().resolve("application");

  private final int zooKeeperPort = LocalFlinkCluster.freePorts(1).get(0);

  @Test
  void everyRowComesOutOnce_whenTheJobManagerIsReplaced() throws Exception {
    FileUtils.deleteDirectory(folder.toFile());
    List<Event> events = ScriptScenario.events(seed);
    Job job = Job.script(folder.resolve("job"), ScriptScenario.JOIN, events);
    double moment = 0.1 + 0.7 * random.nextDouble();
    System.out.printf("application: seed %d, at %s of the output%n", seed, moment);
    try (Jvm zookeeper = startZooKeeper();
        LocalFlinkCluster cluster = LocalFlinkCluster.start(folder, 1, settings(), program(job))) {
      assertThat(zookeeper.isAlive()).isTrue();
      ClusterJob running =
          new ClusterJob(cluster, job, ScriptOracle.answer(ScriptScenario.JOIN, events), List.of());
      running.find();
      running.awaitOutput(moment);
      running.awaitCheckpoints(1);
      cluster.killJobManager();
      cluster.startJobManager();
      assertThat(cluster.jobManager().await(END)).as("exit status").isZero();
    }
    Run.checkOutputs(job, ScriptOracle.answer(ScriptScenario.JOIN, events));
  }

  private Map<String, String> settings() {
    return Map.of(
        "high-availability.type",
        "zookeeper",
        "high-availability.zookeeper.quorum",
        "127.0.0.1:" + zooKeeperPort,
        // How long a JobManager that was killed is still the leader: a minute, if nobody says less.
        "high-availability.zookeeper.client.session-timeout",
        "15000",
        "high-availability.cluster-id",
        "mortise",
        "high-availability.storageDir",
        folder.resolve("ha").toUri().toString(),
        "state.checkpoints.dir",
        folder.resolve("checkpoints").toUri().toString(),
        "execution.checkpointing.interval",
        "1000");
  }

  private Jvm startZooKeeper() throws IOException {
    Path file =
        Files.writeString(
            Files.createDirectories(folder).resolve("zoo.cfg"),
            String.join(
                "\n",
                "dataDir=" + folder.resolve("zookeeper"),
                "clientPort=" + zooKeeperPort,
                "clientPortAddress=127.0.0.1",
                "admin.enableServer=false"));
    return Jvm.start(
        folder.resolve("logs"),
        "zookeeper",
        Map.of(),
        FlinkFiles.classPath(),
        List.of("-Xmx128m"),
        "org.apache.flink.runtime.zookeeper.FlinkZooKeeperQuorumPeer",
        List.of("--zkConfigFile", file.toString(), "--peerId", "1"));
  }

  private LocalFlinkCluster.Entrypoint program(Job job) {
    return new LocalFlinkCluster.Entrypoint(
        StandaloneApplication.class.getName(),
        System.getProperty("mortise.flink.test.classes"),
        List.of(
            FlinkFiles.fatJar().toString(),
            "dev.mortise.runner.flink.FlinkMain",
            "run",
            job.spec().toString(),
            "--parallelism=2"));
  }
}
