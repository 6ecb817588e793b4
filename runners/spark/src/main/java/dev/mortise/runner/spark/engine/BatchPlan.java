package dev.mortise.runner.spark.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a batch's results depend on, besides the state behind the batch before.
 *
 * @param batch its number
 * @param processingTime the time that its steps take it to be, in milliseconds
 * @param splits what is read from each split that is not at its end, in the order of splits
 */
record BatchPlan(long batch, long processingTime, List<SplitPlan> splits) {
  private static final int VERSION = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  BatchPlan {
    splits = List.copyOf(splits);
  }

  String toJson() {
    ObjectNode plan = JSON.createObjectNode();
    plan.put("version", VERSION).put("batch", batch).put("processing_time", processingTime);
    plan.set("splits", toJson(splits));
    return plan.toString();
  }

  static ArrayNode toJson(List<SplitPlan> splits) {
    ArrayNode all = JSON.createArrayNode();
    for (SplitPlan split : splits) {
      ObjectNode one = all.addObject();
      one.put("split", split.split()).put("count", split.count());
      one.put("watermark", split.watermark());
      one.put("from", split.from()).put("to", split.to());
    }
    return all;
  }

  static List<SplitPlan> splitsOf(JsonNode all) throws IOException {
    List<SplitPlan> splits = new ArrayList<>();
    for (JsonNode one : all) {
      splits.add(
          new SplitPlan(
              one.path("split").intValue(),
              bytes(one.path("from")),
              bytes(one.path("to")),
              one.path("count").longValue(),
              one.path("watermark").longValue()));
    }
    return splits;
  }

  private static byte @Nullable [] bytes(JsonNode node) throws IOException {
    return node.isNull() || node.isMissingNode() ? null : node.binaryValue();
  }

  /**
   * @throws IOException if it is no plan, or of a version that this release does not know
   */
  static BatchPlan fromJson(String text) throws IOException {
    JsonNode plan = JSON.readTree(text);
    if (plan.path("version").intValue() != VERSION) {
      throw new IOException(
          "Checkpoint: a plan must be of version "
              + VERSION
              + ", but is of "
              + plan.path("version")
              + ". It was written by another release of Mortise; resume with that release.");
    }
    return new BatchPlan(
        plan.path("batch").longValue(),
        plan.path("processing_time").longValue(),
        splitsOf(plan.path("splits")));
  }
}
