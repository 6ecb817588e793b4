package dev.mortise.runner.flink.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.io.FileUtils;
import org.jspecify.annotations.Nullable;

/** The cluster of all these tests, as starting one takes longer than most of them. */
final class SharedCluster {
  private static final int TASK_MANAGERS = 2;

  /** One for each process, and one more for who replaces a killed one. */
  private static final int REPORTER_PORTS = TASK_MANAGERS + 3;

  private static @Nullable LocalFlinkCluster cluster;
  private static List<Integer> reporterPorts = List.of();

  private SharedCluster() {}

  /** Where the cluster's files are, and those of the tests' jobs. */
  static Path folder() {
    return FlinkFiles.work().resolve("shared");
  }

  /** Where checkpoints go that nobody asks to have elsewhere. */
  static Path checkpoints() {
    return folder().resolve("checkpoints");
  }

  /** The cluster with all of its processes running; it is started at the first call. */
  static synchronized LocalFlinkCluster get() {
    LocalFlinkCluster running = cluster;
    if (running == null) {
      running = start();
      cluster = running;
    }
    return running;
  }

  private static LocalFlinkCluster start() {
    try {
      FileUtils.deleteDirectory(folder().toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    reporterPorts = LocalFlinkCluster.freePorts(REPORTER_PORTS);
    return LocalFlinkCluster.start(
        folder(),
        TASK_MANAGERS,
        Map.of(
            "state.checkpoints.dir",
            checkpoints().toUri().toString(),
            "execution.checkpointing.externalized-checkpoint-retention",
            "RETAIN_ON_CANCELLATION",
            "metrics.reporter.prom.factory.class",
            "org.apache.flink.metrics.prometheus.PrometheusReporterFactory",
            "metrics.reporter.prom.port",
            reporterPorts.stream().map(String::valueOf).collect(Collectors.joining(","))),
        LocalFlinkCluster.Entrypoint.SESSION);
  }

  /** Ports at which processes of the cluster answer Prometheus; not all need do so. */
  static List<Integer> reporterPorts() {
    return reporterPorts;
  }
}
