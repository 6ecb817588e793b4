package dev.mortise.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * A Kafka broker with one node, in a JVM of its own, on loopback and on ports that were free. The
 * process ends with the one that started it, however that ends.
 *
 * <p>Topics are not made by being named: make them with an admin client.
 */
public final class LocalBroker implements AutoCloseable {
  /** The system property with the directory of the broker's jars, where it is not beside ours. */
  public static final String JARS = "mortise.broker.jars";

  private static final Path SHELL = Path.of("/bin/sh");

  private static final long START_WITHIN_SECONDS = 120;
  private static final long STOP_WITHIN_SECONDS = 20;

  private final Path directory;
  private final int port;
  private final String cluster;
  private final Map<String, String> settings;
  private final List<String> leftovers;
  private Process process;

  private LocalBroker(Path directory, Map<String, String> settings, List<String> leftovers)
      throws IOException {
    this.directory = directory;
    this.settings = settings;
    this.leftovers = leftovers;
    int[] ports = freePorts();
    this.port = ports[0];
    this.cluster = newClusterId();
    Files.createDirectories(directory);
    Files.write(properties(), lines(ports[1]));
    this.process = launch();
  }

  /**
   * Starts a broker and waits until it answers.
   *
   * @param directory for its data, its settings and {@code broker.log}; made if it is missing
   * @throws IOException if it does not start; with what its log says last
   */
  public static LocalBroker start(Path directory) throws IOException {
    return start(directory, Map.of());
  }

  /**
   * Starts a broker with further settings of Kafka's, or others than the ones used here.
   *
   * @throws IOException if it does not start; with what its log says last
   */
  public static LocalBroker start(Path directory, Map<String, String> settings) throws IOException {
    return answering(new LocalBroker(directory, settings, List.of()));
  }

  /**
   * Starts a broker that cleans up behind a program that could not do so itself.
   *
   * @param leftovers deleted, with all that is in it, if this process ends without closing the
   *     broker
   * @throws IOException if it does not start; with what its log says last
   */
  public static LocalBroker start(Path directory, Map<String, String> settings, Path leftovers)
      throws IOException {
    return answering(
        new LocalBroker(directory, settings, List.of(leftovers.toAbsolutePath().toString())));
  }

  private static LocalBroker answering(LocalBroker broker) throws IOException {
    broker.awaitAnswer();
    return broker;
  }

  /** Where clients find it, as {@code 127.0.0.1:PORT}. It keeps its port over restarts. */
  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  /** The process id, for those who look after processes. */
  public long pid() {
    return process.pid();
  }

  /** Ends it as {@code kill -9} does. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /**
   * Starts it again over its data, after {@link #kill()}.
   *
   * @throws IOException if it does not start
   */
  public void restart() throws IOException {
    process = launch();
    awaitAnswer();
  }

  /** Stops it. Its directory stays. */
  @Override
  public void close() {
    process.destroy();
    awaitEnd();
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(STOP_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private Path properties() {
    return directory.resolve("server.properties");
  }

  private Path log() {
    return directory.resolve("broker.log");
  }

  private List<String> lines(int controllerPort) {
    Map<String, String> all = new TreeMap<>();
    all.put("process.roles", "broker,controller");
    all.put("node.id", "1");
    all.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
    all.put(
        "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
    all.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
    all.put("controller.listener.names", "CONTROLLER");
    all.put("log.dirs", directory.resolve("data").toAbsolutePath().toString());
    all.put("auto.create.topics.enable", "false");
    all.put("offsets.topic.replication.factor", "1");
    all.put("offsets.topic.num.partitions", "4");
    all.put("transaction.state.log.replication.factor", "1");
    all.put("transaction.state.log.min.isr", "1");
    all.put("transaction.state.log.num.partitions", "4");
    all.put("share.coordinator.state.topic.replication.factor", "1");
    all.put("share.coordinator.state.topic.min.isr", "1");
    all.put("group.initial.rebalance.delay.ms", "0");
    all.put("log.message.timestamp.after.max.ms", String.valueOf(Long.MAX_VALUE));
    all.putAll(settings);
    List<String> lines = new ArrayList<>();
    all.forEach((name, value) -> lines.add(name + "=" + value));
    return lines;
  }

  private Process launch() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String classPath = ownClasses() + System.getProperty("path.separator") + jars() + "/*";
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(SHELL)) {
      // Ctrl-C goes to all processes of a terminal. This one ends after its parent, which may still
      // have something to write.
      command.addAll(List.of(SHELL.toString(), "-c", "trap '' INT; exec \"$0\" \"$@\""));
    }
    command.addAll(
        List.of(
            java.toString(),
            "-Xmx384m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath,
            BrokerMain.class.getName(),
            properties().toString(),
            cluster));
    command.addAll(leftovers);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
        .start();
  }

  private static Path ownClasses() {
    try {
      return Path.of(LocalBroker.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Beside the classes or the jar of this module, where its build puts them. */
  private static Path jars() throws IOException {
    String given = System.getProperty(JARS);
    Path jars = given != null ? Path.of(given) : ownClasses().resolveSibling("kafka");
    if (!Files.isDirectory(jars)) {
      throw new IOException(
          "LocalBroker: there must be a directory of the broker's jars, but "
              + jars
              + " is none. Build the module broker, or set the system property "
              + JARS
              + ".");
    }
    return jars;
  }

  private void awaitAnswer() throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_WITHIN_SECONDS);
    while (!answers()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        process.destroyForcibly();
        throw new IOException("LocalBroker: did not start. Its log ends: " + endOfLog());
      }
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }
  }

  /** Asks for the versions that it speaks: the port is open before the broker serves. */
  private boolean answers() {
    byte[] request = {0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, (byte) 0xff, (byte) 0xff};
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      socket.setSoTimeout(5000);
      socket.getOutputStream().write(request);
      InputStream in = socket.getInputStream();
      return in.readNBytes(8).length == 8;
    } catch (IOException e) {
      return false;
    }
  }

  private String endOfLog() {
    try {
      String text = Files.readString(log());
      return text.substring(Math.max(0, text.length() - 2000)).strip();
    } catch (IOException e) {
      return "(" + e.getMessage() + ")";
    }
  }

  private static int[] freePorts() {
    try (ServerSocket first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket second = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new int[] {first.getLocalPort(), second.getLocalPort()};
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String newClusterId() {
    UUID random = UUID.randomUUID();
    byte[] bytes =
        ByteBuffer.allocate(16)
            .putLong(random.getMostSignificantBits())
            .putLong(random.getLeastSignificantBits())
            .array();
    String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    // Kafka's tool takes what begins with a dash for an option.
    return id.startsWith("-") ? newClusterId() : id;
  }
}
