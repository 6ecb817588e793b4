package dev.mortise.runner.spark.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/**
 * What a checkpoint directory says of the job whose state it holds.
 *
 * @param signature of the state, as whoever started the job gave it
 * @param partitions how many partitions the state of a step has
 * @param finished whether the job ran to its end
 */
public record JobInfo(String signature, int partitions, boolean finished) {
  private static final int VERSION = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  String toJson() {
    return JSON.createObjectNode()
        .put("version", VERSION)
        .put("signature", signature)
        .put("partitions", partitions)
        .toString();
  }

  static JobInfo fromJson(String text, boolean finished) throws IOException {
    JsonNode job = JSON.readTree(text);
    if (job.path("version").intValue() != VERSION) {
      throw new IOException(
          "Checkpoint: job.json must be of version "
              + VERSION
              + ", but is of "
              + job.path("version")
              + ". It was written by another release of Mortise; resume with that release.");
    }
    return new JobInfo(job.path("signature").asText(), job.path("partitions").intValue(), finished);
  }
}
