package dev.mortise.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole demo as the launcher starts it: a broker, two streams, Flink, the page. */
class DemoIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of a machine that is busy with other things. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir Path temporary;
  private final HttpClient http = HttpClient.newHttpClient();
  private Process demo;
  private URI page;

  @BeforeEach
  void start() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    page = URI.create("http://127.0.0.1:" + port + "/");
    Path flink = Path.of(System.getProperty("mortise.demo.flink"));
    String classes =
        String.join(
            System.getProperty("path.separator"),
            System.getProperty("mortise.demo.jar"),
            System.getProperty("mortise.demo.broker") + "/mortise-broker.jar",
            flink + "/target/mortise-flink-all.jar",
            flink + "/target/lib/*");
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "@" + flink + "/jvm.opts",
            "-Xmx1g",
            "-XX:+UseSerialGC",
            "-Djava.io.tmpdir=" + Files.createDirectory(temporary.resolve("tmp")),
            "-Dmortise.demo.spec=" + System.getProperty("mortise.demo.spec"),
            "-cp",
            classes,
            DemoMain.class.getName(),
            "demo",
            "--port=" + port,
            "--seed=1",
            "--rate=40"));
    demo =
        new ProcessBuilder(command)
            .redirectError(temporary.resolve("err").toFile())
            .redirectOutput(temporary.resolve("out").toFile())
            .start();
  }

  @AfterEach
  void end() throws Exception {
    demo.descendants().forEach(ProcessHandle::destroyForcibly);
    demo.destroyForcibly().waitFor();
  }

  @Test
  void showsALiveJoin_andLeavesNothingBehind_whenItIsStopped() throws Exception {
    JsonNode first = awaitState(state -> state.path("minute").path("pairs").asLong() > 0);
    assertThat(first.path("inputs").path(0).path("watermark").path("partitions")).hasSize(3);
    JsonNode second =
        awaitState(
            state ->
                rowsRead(state) > rowsRead(first)
                    && state.path("recent").path("pairs").size() > 3
                    && !state.path("inputs").path(1).path("watermark").path("lag").isNull());
    assertThat(second.path("controls").path("sliders").path(0).path("value").asDouble())
        .isEqualTo(8);

    assertThat(set("pay_after", 60)).isEqualTo(200);
    assertThat(set("pay_after", 61)).isEqualTo(400);
    awaitState(
        state -> state.path("controls").path("sliders").path(0).path("value").asDouble() == 60);

    List<ProcessHandle> children = demo.descendants().toList();
    assertThat(children).as("the broker").hasSize(1);
    // As Ctrl-C ends it, for all that the program can tell.
    demo.destroy();
    assertThat(demo.waitFor(60, TimeUnit.SECONDS)).as(this::said).isTrue();
    assertThat(children).noneMatch(ProcessHandle::isAlive);
    assertThat(leftBehind()).isEmpty();
    assertThat(temporary.resolve("out")).content().contains("orders (left)");
    assertThat(said()).contains("Dashboard: " + page);
  }

  @Test
  void leavesNothingBehind_whenItIsKilled() throws Exception {
    Awaitility.await().atMost(PATIENCE).until(() -> said().contains("topics orders and payments"));
    List<ProcessHandle> children = demo.descendants().toList();
    assertThat(children).as("the broker").hasSize(1);
    demo.destroyForcibly().waitFor();
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(leftBehind()).isEmpty();
  }

  private JsonNode awaitState(Predicate<JsonNode> right) {
    JsonNode[] seen = new JsonNode[1];
    Awaitility.await("the page of numbers")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(250))
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () -> {
              assertThat(demo.isAlive()).as(this::said).isTrue();
              HttpRequest request = HttpRequest.newBuilder(page.resolve("api/state")).build();
              seen[0] = JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
              return right.test(seen[0]);
            });
    return seen[0];
  }

  private int set(String slider, double value) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(page.resolve("api/controls"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"id\":\"" + slider + "\",\"value\":" + value + "}"))
            .build();
    return http.send(request, BodyHandlers.discarding()).statusCode();
  }

  private static long rowsRead(JsonNode state) {
    return state.path("inputs").path(0).path("rows_read").asLong();
  }

  private List<Path> leftBehind() throws IOException {
    try (Stream<Path> left = Files.list(temporary.resolve("tmp"))) {
      return left.toList();
    }
  }

  private String said() {
    try {
      return Files.readString(temporary.resolve("err"));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
