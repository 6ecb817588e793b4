package dev.mortise.runner.flink.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A standalone Flink session cluster on loopback, each JobManager and TaskManager a JVM that can be
 * killed. Ports are picked when it starts; a JobManager that replaces another takes its ports.
 */
final class LocalFlinkCluster implements AutoCloseable {
  static final int SLOTS = 2;
  private static final Duration START = Duration.ofSeconds(90);
  private static final int JOB_MANAGER_MEGABYTES = 512;
  private static final int TASK_MANAGER_MEGABYTES = 768;

  private final Path folder;
  private final FlinkRest rest;
  private final Entrypoint entrypoint;
  private final List<Jvm> taskManagers = new ArrayList<>();
  private @Nullable Jvm jobManager;
  private int started;

  /**
   * What a JobManager is started as.
   *
   * @param classPath beside Flink's jars
   * @param arguments behind those that name the configuration
   */
  record Entrypoint(String main, String classPath, List<String> arguments) {
    static final Entrypoint SESSION =
        new Entrypoint(
            "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
            "",
            List.of());
  }

  private LocalFlinkCluster(Path folder, FlinkRest rest, Entrypoint entrypoint) {
    this.folder = folder;
    this.rest = rest;
    this.entrypoint = entrypoint;
  }

  /**
   * Starts a JobManager and TaskManagers of {@value #SLOTS} slots each, and waits until all are
   * there.
   *
   * @param folder for configuration, logs and checkpoints
   * @param more settings beside those that make the cluster
   */
  static LocalFlinkCluster start(
      Path folder, int taskManagers, Map<String, String> more, Entrypoint entrypoint) {
    List<Integer> ports = freePorts(2);
    Map<String, String> settings = new TreeMap<>();
    settings.put("jobmanager.rpc.address", "127.0.0.1");
    settings.put("jobmanager.rpc.port", String.valueOf(ports.get(0)));
    settings.put("jobmanager.bind-host", "127.0.0.1");
    settings.put("rest.address", "127.0.0.1");
    settings.put("rest.bind-address", "127.0.0.1");
    settings.put("rest.port", String.valueOf(ports.get(1)));
    settings.put("taskmanager.host", "127.0.0.1");
    settings.put("taskmanager.bind-host", "127.0.0.1");
    settings.put("taskmanager.numberOfTaskSlots", String.valueOf(SLOTS));
    // A TaskManager that no script starts wants these said.
    settings.put("taskmanager.cpu.cores", "2");
    settings.put("taskmanager.memory.task.heap.size", "384m");
    settings.put("taskmanager.memory.task.off-heap.size", "0");
    settings.put("taskmanager.memory.framework.heap.size", "128m");
    settings.put("taskmanager.memory.framework.off-heap.size", "128m");
    settings.put("taskmanager.memory.jvm-overhead.min", "64m");
    settings.put("taskmanager.memory.jvm-overhead.max", "64m");
    // Each shuffle of a batch that a TaskManager writes takes 16 MB.
    settings.put("taskmanager.memory.network.min", "256m");
    settings.put("taskmanager.memory.network.max", "256m");
    settings.put("taskmanager.memory.managed.size", "128m");
    settings.put("taskmanager.memory.jvm-metaspace.size", "256m");
    // A killed process is noticed by its closed connection, at the second heartbeat that fails.
    settings.put("heartbeat.interval", "500");
    settings.put("heartbeat.timeout", "20000");
    settings.put("restart-strategy.type", "fixed-delay");
    settings.put("restart-strategy.fixed-delay.attempts", "100");
    settings.put("restart-strategy.fixed-delay.delay", "200 ms");
    settings.put("metrics.fetcher.update-interval", "200");
    settings.put("web.submit.enable", "false");
    settings.put("io.tmp.dirs", folder.resolve("tmp").toString());
    settings.put("state.checkpoints.num-retained", "3");
    settings.putAll(more);
    try {
      Files.createDirectories(folder.resolve("tmp"));
      Files.createDirectories(folder.resolve("conf"));
      StringBuilder text = new StringBuilder();
      settings.forEach((key, value) -> text.append(key).append(": ").append(value).append('\n'));
      Files.writeString(folder.resolve("conf/flink-conf.yaml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    FlinkRest rest = new FlinkRest(URI.create("http://127.0.0.1:" + ports.get(1)));
    LocalFlinkCluster cluster = new LocalFlinkCluster(folder, rest, entrypoint);
    try {
      cluster.startJobManager();
      for (int i = 0; i < taskManagers; i++) {
        cluster.startTaskManager();
      }
      cluster.awaitTaskManagers(taskManagers);
    } catch (RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  FlinkRest rest() {
    return rest;
  }

  /** Where {@code flink} finds the cluster. */
  FlinkCli cli() {
    return new FlinkCli(folder);
  }

  void startJobManager() {
    jobManager = daemon("jobmanager", entrypoint, JOB_MANAGER_MEGABYTES);
    Awaitility.await("JobManager").atMost(START).until(rest::isUp);
  }

  void startTaskManager() {
    Entrypoint main =
        new Entrypoint("org.apache.flink.runtime.taskexecutor.TaskManagerRunner", "", List.of());
    taskManagers.add(daemon("taskmanager", main, TASK_MANAGER_MEGABYTES));
  }

  void awaitTaskManagers(int count) {
    Awaitility.await("TaskManagers").atMost(START).until(() -> rest.taskManagers() == count);
  }

  void killJobManager() {
    jobManager().close();
    jobManager = null;
  }

  /** The JobManager's process; it ends by itself where it serves one application. */
  Jvm jobManager() {
    Jvm running = jobManager;
    if (running == null) {
      throw new IllegalStateException("There is no JobManager.");
    }
    return running;
  }

  /** Bytes of all objects that the TaskManagers can reach. */
  long liveHeapBytes() throws IOException {
    long bytes = 0;
    for (Jvm taskManager : taskManagers) {
      bytes += taskManager.liveHeapBytes();
    }
    return bytes;
  }

  int taskManagers() {
    return taskManagers.size();
  }

  void killTaskManager(int index) {
    taskManagers.remove(index).close();
  }

  private Jvm daemon(String name, Entrypoint program, int heapMegabytes) {
    started++;
    Map<String, String> environment =
        Map.of(
            "FLINK_CONF_DIR", folder.resolve("conf").toString(),
            "FLINK_PLUGINS_DIR", FlinkFiles.plugins().toString());
    List<String> arguments =
        new ArrayList<>(List.of("--configDir", folder.resolve("conf").toString()));
    arguments.addAll(program.arguments());
    List<String> options = new ArrayList<>(List.of("-Xmx" + heapMegabytes + "m"));
    options.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
    if (entrypoint.equals(Entrypoint.SESSION)) {
      options.addAll(Jvm.UNVERIFIED);
    }
    return Jvm.start(
        folder.resolve("logs"),
        name + "-" + started,
        environment,
        FlinkFiles.classPath() + File.pathSeparator + program.classPath(),
        options,
        program.main(),
        arguments);
  }

  /** Ports that nobody listens on now. */
  static List<Integer> freePorts(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
      for (ServerSocket socket : sockets) {
        socket.close();
      }
      return ports;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    taskManagers.forEach(Jvm::close);
    taskManagers.clear();
    Jvm running = jobManager;
    if (running != null) {
      running.close();
      jobManager = null;
    }
  }
}
