package dev.mortise.runner.spark.cluster;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Spark cluster on loopback: a master and workers, each a JVM of its own, from the jars that
 * Maven resolved ({@code target/lib}). Their logs are files of its folder.
 */
final class LocalSparkCluster implements AutoCloseable {
  /** Seconds on a machine that has nothing else to do. */
  private static final Duration START = Duration.ofMinutes(10);

  private static final Pattern MASTER = Pattern.compile("Starting Spark master at (spark://\\S+)");
  private static final Pattern REGISTERED = Pattern.compile("Successfully registered with master");

  private final Path folder;
  private final Path home;
  private final String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
  private final List<Process> daemons = new ArrayList<>();
  private final List<Process> drivers = new ArrayList<>();
  private final List<Process> workers = new ArrayList<>();
  private String master = "";

  private LocalSparkCluster(Path folder) {
    this.folder = folder;
    this.home = folder.resolve("home");
  }

  /**
   * Starts a master and {@code workers} workers of one core each.
   *
   * @param folder for logs and working files, which must be empty or absent
   */
  static LocalSparkCluster start(Path folder, int workers) throws IOException {
    LocalSparkCluster cluster = new LocalSparkCluster(folder);
    try {
      cluster.makeHome();
      cluster.startMaster();
      for (int i = 0; i < workers; i++) {
        cluster.startWorker(i);
      }
      cluster.awaitWorkers();
      return cluster;
    } catch (IOException | RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
  }

  /** What Spark takes for an installation. */
  private void makeHome() throws IOException {
    Path lib = Path.of("target/lib").toAbsolutePath();
    if (!Files.isDirectory(lib)) {
      throw new IllegalStateException(lib + ": Maven's package phase makes it. Run mvn verify.");
    }
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("RELEASE"), "");
    Files.createSymbolicLink(home.resolve("jars"), lib);
    Path submit = home.resolve("bin/spark-submit");
    Files.copy(Path.of("src/test/resources/cluster/spark-submit"), submit);
    if (!submit.toFile().setExecutable(true)) {
      throw new IOException(submit + " can't be made executable");
    }
  }

  private void startMaster() throws IOException {
    Path log = folder.resolve("master.log");
    List<String> arguments = List.of("--host", "127.0.0.1", "--port", "0", "--webui-port", "0");
    daemons.add(daemon("org.apache.spark.deploy.master.Master", arguments, log));
    master = awaitLine(log, MASTER).group(1);
  }

  private void startWorker(int number) throws IOException {
    Path work = folder.resolve("worker-" + number);
    List<String> arguments =
        List.of(
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--webui-port",
            "0",
            "--cores",
            "1",
            "--memory",
            "700m",
            "--work-dir",
            work.toString(),
            master);
    Process worker =
        daemon(
            "org.apache.spark.deploy.worker.Worker",
            arguments,
            folder.resolve("worker-" + number + ".log"));
    daemons.add(worker);
    workers.add(worker);
  }

  private void awaitWorkers() {
    for (int i = 0; i < workers.size(); i++) {
      awaitLine(folder.resolve("worker-" + i + ".log"), REGISTERED);
    }
  }

  private Process daemon(String mainClass, List<String> arguments, Path log) throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(java, "@" + Path.of("jvm.opts").toAbsolutePath()));
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", home.resolve("jars") + "/*", mainClass));
    command.addAll(arguments);
    return start(command, Map.of(), log);
  }

  private Process start(List<String> command, Map<String, String> environment, Path log)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(log.toFile());
    Map<String, String> variables = builder.environment();
    variables.put("SPARK_HOME", home.toAbsolutePath().toString());
    variables.put("SPARK_LOCAL_IP", "127.0.0.1");
    // Or executors die at once: the scripts of an installation set it.
    variables.put("SPARK_SCALA_VERSION", "2.12");
    variables.put("JAVA_HOME", System.getProperty("java.home"));
    variables.putAll(environment);
    return builder.start();
  }

  /** Where jobs are submitted to. */
  String master() {
    return master;
  }

  /**
   * Submits with {@code runners/spark/deploy/submit.sh}, in client mode: the process is the driver.
   *
   * @param environment settings of the script
   * @param log what it prints, on both of its streams
   */
  Process submit(Map<String, String> environment, Path log, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of("deploy/submit.sh").toAbsolutePath().toString());
    command.addAll(arguments);
    Map<String, String> settings = new HashMap<>();
    settings.put("SPARK_MASTER", master);
    settings.put("TOTAL_CORES", String.valueOf(workers.size()));
    settings.put("DRIVER_MEMORY", "600m");
    settings.put("EXECUTOR_MEMORY", "600m");
    settings.put("UI_PORT", String.valueOf(freePort()));
    settings.put(
        "SPARK_CONF",
        "spark.driver.host=127.0.0.1 spark.driver.bindAddress=127.0.0.1"
            // JVMs that live for seconds compile little.
            + " spark.driver.extraJavaOptions=-XX:TieredStopAtLevel=1"
            + " spark.executor.extraJavaOptions=-XX:TieredStopAtLevel=1");
    settings.putAll(environment);
    Process driver = start(command, settings, log);
    drivers.add(driver);
    return driver;
  }

  /** The JVMs of executors that are alive now, each a child of one of our workers. */
  List<ProcessHandle> executors() {
    return workers.stream()
        .flatMap(worker -> worker.toHandle().children())
        .filter(ProcessHandle::isAlive)
        .filter(
            child -> child.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
        .toList();
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Matcher awaitLine(Path log, Pattern pattern) {
    return await("a line with " + pattern + " in " + log)
        .atMost(START)
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> pattern.matcher(Files.exists(log) ? Files.readString(log) : ""), Matcher::find);
  }

  /** Ends the drivers that still run, as those of a test that failed do. */
  void killDrivers() {
    drivers.forEach(LocalSparkCluster::kill);
    drivers.clear();
  }

  /** Ends everything that it started, and what that started. */
  @Override
  public void close() {
    killDrivers();
    daemons.forEach(LocalSparkCluster::kill);
  }

  private static void kill(Process process) {
    List<ProcessHandle> children = process.toHandle().descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
