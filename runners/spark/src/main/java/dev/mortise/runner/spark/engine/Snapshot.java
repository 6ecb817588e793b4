package dev.mortise.runner.spark.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a job stands behind a batch, apart from the keyed state itself.
 *
 * @param batch the batch
 * @param processingTime of the batch
 * @param splits where each split is read on: its mark is {@code to}
 * @param watermarks the output watermark of each collection, by the step's name and the output's
 *     index
 * @param state files with the state of each keyed step, by its name, a file for each partition
 * @param metrics counted so far, encoded
 * @param finished whether the job is at its end
 */
record Snapshot(
    long batch,
    long processingTime,
    List<SplitPlan> splits,
    Map<String, Long> watermarks,
    Map<String, List<String>> state,
    List<byte[]> metrics,
    boolean finished) {
  private static final int VERSION = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  String toJson() {
    ObjectNode all = JSON.createObjectNode();
    all.put("version", VERSION).put("batch", batch).put("processing_time", processingTime);
    all.put("finished", finished);
    all.set("splits", BatchPlan.toJson(splits));
    all.set("watermarks", JSON.valueToTree(watermarks));
    all.set("state", JSON.valueToTree(state));
    all.set("metrics", JSON.valueToTree(metrics));
    return all.toString();
  }

  static Snapshot fromJson(String text) throws IOException {
    JsonNode all = JSON.readTree(text);
    if (all.path("version").intValue() != VERSION) {
      throw new IOException(
          "Checkpoint: a snapshot must be of version "
              + VERSION
              + ", but is of "
              + all.path("version")
              + ". It was written by another release of Mortise; resume with that release.");
    }
    Map<String, Long> watermarks = new HashMap<>();
    all.path("watermarks")
        .fields()
        .forEachRemaining(entry -> watermarks.put(entry.getKey(), entry.getValue().longValue()));
    Map<String, List<String>> state = new HashMap<>();
    all.path("state")
        .fields()
        .forEachRemaining(
            entry -> {
              List<String> files = new java.util.ArrayList<>();
              entry.getValue().forEach(file -> files.add(file.textValue()));
              state.put(entry.getKey(), files);
            });
    List<byte[]> metrics = new java.util.ArrayList<>();
    for (JsonNode metric : all.path("metrics")) {
      metrics.add(metric.binaryValue());
    }
    return new Snapshot(
        all.path("batch").longValue(),
        all.path("processing_time").longValue(),
        BatchPlan.splitsOf(all.path("splits")),
        watermarks,
        state,
        metrics,
        all.path("finished").booleanValue());
  }
}
