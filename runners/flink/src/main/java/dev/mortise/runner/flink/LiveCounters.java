package dev.mortise.runner.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.pipeline.summary.CounterTotals;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.beam.sdk.metrics.MetricName;
import org.apache.flink.api.common.JobID;

/**
 * The counters of a job that is running, from the cluster's REST endpoint. Beam's runner hands them
 * to the job's result at its end only.
 */
final class LiveCounters {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int IDS_AT_A_TIME = 40;

  /** The step's name, which may hold dots; then namespace and name as Beam's runner joins them. */
  private static final Pattern COUNTER =
      Pattern.compile(".*\\.(" + String.join("|", CounterTotals.NAMESPACES) + ")_([^.]+)");

  private final URI job;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  /**
   * @param endpoint of the cluster
   */
  LiveCounters(URI endpoint, JobID job) {
    this.job = endpoint.resolve("/jobs/" + job);
  }

  /** Each counter's sum over the steps and their subtasks. */
  Map<MetricName, Long> read() throws IOException {
    Map<MetricName, Long> totals = new HashMap<>();
    for (JsonNode vertex : get("").path("vertices")) {
      String metrics = "/vertices/" + vertex.path("id").asText() + "/subtasks/metrics";
      List<String> ids = new ArrayList<>();
      for (JsonNode metric : get(metrics)) {
        String id = metric.path("id").asText();
        if (COUNTER.matcher(id).matches()) {
          ids.add(id);
        }
      }
      for (int from = 0; from < ids.size(); from += IDS_AT_A_TIME) {
        List<String> some = ids.subList(from, Math.min(ids.size(), from + IDS_AT_A_TIME));
        String asked = URLEncoder.encode(String.join(",", some), StandardCharsets.UTF_8);
        for (JsonNode metric : get(metrics + "?agg=sum&get=" + asked)) {
          add(metric, totals);
        }
      }
    }
    return totals;
  }

  private static void add(JsonNode metric, Map<MetricName, Long> totals) {
    Matcher counter = COUNTER.matcher(metric.path("id").asText());
    if (counter.matches()) {
      totals.merge(
          MetricName.named(counter.group(1), counter.group(2)),
          metric.path("sum").asLong(),
          Long::sum);
    }
  }

  private JsonNode get(String path) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(job + path)).timeout(PATIENCE).GET().build();
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IOException(request.uri() + " answered " + response.statusCode());
      }
      return JSON.readTree(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
