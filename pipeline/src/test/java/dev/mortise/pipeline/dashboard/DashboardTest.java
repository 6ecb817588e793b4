package dev.mortise.pipeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.pipeline.dashboard.Pages.OneSlider;
import dev.mortise.pipeline.dashboard.RecentRows.Kind;
import dev.mortise.pipeline.source.WatermarkBoard;
import dev.mortise.pipeline.source.WatermarkBoard.Standing;
import dev.mortise.pipeline.summary.Counted;
import dev.mortise.pipeline.summary.CounterTotals;
import dev.mortise.pipeline.summary.RunSummary;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.joda.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DashboardTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final OneSlider slider = new OneSlider();
  private Dashboard dashboard;

  @BeforeEach
  void start() throws IOException {
    dashboard = Dashboard.start(0, Counted.spec(), "direct", slider);
  }

  @AfterEach
  void stop() {
    dashboard.close();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    URI uri = dashboard.address().resolve(path);
    return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String body, String... headers)
      throws IOException, InterruptedException {
    URI uri = dashboard.address().resolve("/api/controls");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString(body)).headers(headers);
    return http.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void showsARunThatHasNotStarted() throws Exception {
    JsonNode state = JSON.readTree(get("/api/state").body());

    assertThat(state.path("says").asText()).isEqualTo("The pipeline is starting.");
    assertThat(state.path("runner").asText()).isEqualTo("direct");
    assertThat(state.path("bound").path("upper").asLong()).isEqualTo(1_800_000);
    assertThat(state.path("inputs").findValuesAsText("name")).containsExactly("orders", "payments");
  }

  @Test
  void showsWhatTheRunDoes() throws Exception {
    AtomicLong asked = new AtomicLong();
    dashboard.sample(Pages.growing(asked));
    long before = System.currentTimeMillis();
    while (System.currentTimeMillis() == before) {
      Thread.onSpinWait();
    }
    dashboard.sample(Pages.growing(asked));
    JsonNode state = JSON.readTree(get("/api/state").body());

    JsonNode orders = state.path("inputs").path(0);
    assertThat(orders.path("rows_read").asLong()).isEqualTo(200);
    assertThat(orders.path("buffered").asLong()).isEqualTo(20);
    assertThat(orders.path("match_rate").asDouble()).isEqualTo(0.8);
    assertThat(orders.path("rate").asDouble()).isPositive();
    assertThat(state.path("minute").path("pairs").asLong()).isEqualTo(80);
    assertThat(state.path("minute").path("late").asLong()).isEqualTo(1);
    assertThat(state.path("says").asText())
        .isEqualTo("Since the page started 80.0 % of orders matched, 1 row was late.");
    assertThat(state.path("recent").path("here").asBoolean())
        .as("no row came by in this JVM, though rows were decided")
        .isFalse();
  }

  @Test
  void saysWhichPartitionHoldsTheResultsBack() throws Exception {
    Instant now = Instant.now();
    List<Standing> standings =
        List.of(
            new Standing(
                "orders",
                "orders-0",
                Instant.ofEpochMilli(now.getMillis() - 1_000),
                now,
                now,
                0,
                false),
            new Standing(
                "payments",
                "payments-0",
                Instant.ofEpochMilli(now.getMillis() - 2_000),
                now,
                now,
                0,
                false),
            new Standing(
                "payments",
                "payments-1",
                Instant.ofEpochMilli(now.getMillis() - 9_000),
                now,
                now,
                42,
                false));
    standings.forEach(WatermarkBoard::report);
    try {
      AtomicLong asked = new AtomicLong();
      dashboard.sample(Pages.growing(asked));
      JsonNode state = JSON.readTree(get("/api/state").body());

      assertThat(state.path("says").asText())
          .containsPattern(
              "Results wait for payments \\(payments-1\\), whose watermark is \\d+\\.\\d s behind");
      JsonNode watermark = state.path("inputs").path(1).path("watermark");
      assertThat(watermark.path("time").asLong()).isEqualTo(now.getMillis() - 9_000);
      assertThat(watermark.path("partitions").findValuesAsText("behind"))
          .containsExactly("false", "true");
      assertThat(state.path("history").path("right").path("lag").path(0).asLong())
          .isGreaterThanOrEqualTo(9_000);
    } finally {
      standings.forEach(gone -> WatermarkBoard.remove(gone.input(), gone.partition()));
    }
  }

  @Test
  void servesAllThatThePageAsksFor() throws Exception {
    HttpResponse<String> page = get("/");
    assertThat(page.statusCode()).isEqualTo(200);
    Matcher asked = Pattern.compile("(?:href|src)=\"([^\":]+)\"").matcher(page.body());
    int files = 0;
    while (asked.find()) {
      assertThat(get("/" + asked.group(1)).statusCode()).as(asked.group(1)).isEqualTo(200);
      files++;
    }
    assertThat(files).isEqualTo(5);
    assertThat(page.body()).doesNotContainPattern("(?:href|src)=\"(?!data:)[^\"]*:");
  }

  @Test
  void setsWhatCanBeSet() throws Exception {
    String json = "application/json";

    assertThat(post("{\"id\":\"delay\",\"value\":30}", "Content-Type", json).statusCode())
        .isEqualTo(200);
    assertThat(slider.value).isEqualTo(30);
    for (String wrong :
        List.of("{", "[]", "{\"id\":\"delay\"}", "{\"id\":\"delay\",\"value\":61}")) {
      assertThat(post(wrong, "Content-Type", json).statusCode()).as(wrong).isEqualTo(400);
    }
    assertThat(slider.value).isEqualTo(30);
  }

  @Test
  void otherPagesHaveNoAccess() throws Exception {
    String wish = "{\"id\":\"delay\",\"value\":1}";

    assertThat(post(wish, "Content-Type", "text/plain").statusCode()).isEqualTo(415);
    assertThat(
            post(wish, "Content-Type", "application/json", "Origin", "http://evil.example")
                .statusCode())
        .isEqualTo(403);
    assertThat(statusForHost("evil.example")).contains(" 403 ");
    assertThat(statusForHost("localhost:1234")).contains(" 200 ");
    assertThat(slider.value).isEqualTo(8);
  }

  /** The JDK's client sets this header itself. */
  private String statusForHost(String host) throws IOException {
    try (Socket socket = new Socket(dashboard.address().getHost(), dashboard.address().getPort());
        OutputStream out = socket.getOutputStream();
        InputStream in = socket.getInputStream()) {
      out.write(
          ("GET /api/state HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().findFirst().orElse("");
    }
  }

  @Test
  void aPortThatIsTakenIsRefused() {
    int port = dashboard.address().getPort();

    assertThatThrownBy(() -> Dashboard.start(port, Counted.spec(), "direct", null))
        .isInstanceOf(BindException.class);
  }

  @Test
  void keepsTheNewestRowsAndNotMoreThanAReaderCanFollow() {
    try (RecentRows rows = RecentRows.open(new GapBins(0, 10, 1, 10))) {
      AtomicLong written = new AtomicLong();
      for (int i = 0; i < 10_000; i++) {
        rows.offer(Kind.PAIRS, () -> "{\"n\":" + written.incrementAndGet() + "}");
      }

      assertThat(written.get()).isBetween(1L, 1_000L);
      assertThat(rows.lines(Kind.PAIRS)).hasSizeBetween(1, 12);
      assertThat(rows.lines(Kind.UNMATCHED)).isEmpty();
      assertThat(RecentRows.find(rows.id())).isSameAs(rows);
    }
    assertThat(RecentRows.find("another")).isNull();
  }

  @Test
  void countersThatStartAgainDoNotFallBelowZero() {
    History history = new History();
    for (long rows : new long[] {1_000, 2_000, 300}) {
      history.add(
          new Sample(
              rows,
              RunSummary.of(
                  Counted.spec(),
                  RunSummary.Outcome.CANCELLED,
                  CounterTotals.none(),
                  Duration.ZERO),
              List.of(rows),
              List.of(),
              Map.of()));
    }

    assertThat(history.view().grown(sample -> sample.gaps().get(0), 60)).isEqualTo(300);
  }
}
