package dev.mortise.runner.flink.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A cluster's REST API, as far as these tests look at it. */
final class FlinkRest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private final URI base;

  FlinkRest(URI base) {
    this.base = base;
  }

  boolean isUp() {
    try {
      get("/overview");
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  int taskManagers() throws IOException {
    return get("/overview").path("taskmanagers").asInt();
  }

  /** The jobs that a cluster knows. */
  List<String> jobs() throws IOException {
    List<String> jobs = new ArrayList<>();
    get("/jobs").path("jobs").forEach(job -> jobs.add(job.path("id").asText()));
    return jobs;
  }

  /**
   * {@code RUNNING}, {@code FINISHED} and so on. Asked often: what a job's own page says would have
   * the JobManager fetch all metrics of all TaskManagers.
   */
  String state(String job) throws IOException {
    return get("/jobs/" + job + "/status").path("status").asText();
  }

  /** How many checkpoints of a job are complete. */
  long completedCheckpoints(String job) throws IOException {
    return get("/jobs/" + job + "/checkpoints").at("/counts/completed").asLong();
  }

  /** How often tasks of a job failed since it was submitted. */
  int failures(String job) throws IOException {
    return get("/jobs/" + job + "/exceptions").at("/exceptionHistory/entries").size();
  }

  /** Whether every task of a job runs, or has run to its end. */
  boolean areTasksRunning(String job) throws IOException {
    for (JsonNode vertex : get("/jobs/" + job).path("vertices")) {
      String status = vertex.path("status").asText();
      if (!status.equals("RUNNING") && !status.equals("FINISHED")) {
        return false;
      }
    }
    return true;
  }

  /** Bytes of the newest complete checkpoint of a job. */
  long newestCheckpointBytes(String job) throws IOException {
    return get("/jobs/" + job + "/checkpoints").at("/latest/completed/state_size").asLong();
  }

  /** How many left rows the join of a job has stored since it was started. */
  long storedRows(String job) throws IOException {
    long rows = 0;
    for (JsonNode vertex : get("/jobs/" + job).path("vertices")) {
      if (vertex.path("name").asText().startsWith("JoinStreams")) {
        String metric = "JoinStreams/JoinShards.interval_join_left_rows_stored";
        String path = "/jobs/" + job + "/vertices/" + vertex.path("id").asText();
        rows += get(path + "/subtasks/metrics?get=" + metric).path(0).path("sum").asLong();
      }
    }
    return rows;
  }

  JsonNode get(String path) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve(path)).timeout(Duration.ofSeconds(20)).build();
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IOException(path + ": " + response.statusCode() + " " + response.body());
      }
      return JSON.readTree(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
