package dev.mortise.pipeline.sink.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Up to which record each run has committed, as a producer leaves it with its transactions. Several
 * runs are remembered, so that one can go on from an older state after others have begun anew.
 */
final class CommittedNumbers {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A broker takes 4,096 characters. */
  private static final int MOST_RUNS = 64;

  /** The run that committed last is the last. */
  private final Map<String, Long> runs;

  private CommittedNumbers(Map<String, Long> runs) {
    this.runs = new LinkedHashMap<>(runs);
  }

  static CommittedNumbers none() {
    return new CommittedNumbers(Map.of());
  }

  /**
   * Reads what {@link #toText} wrote.
   *
   * @throws IllegalStateException if it is something else
   */
  static CommittedNumbers parse(String text) {
    try {
      return new CommittedNumbers(
          JSON.readValue(text, new TypeReference<LinkedHashMap<String, Long>>() {}));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          "the offsets of the output's group must be Mortise's own, but hold: " + text, e);
    }
  }

  /** The last number that the run committed; 0 if none is known. */
  long of(String run) {
    return runs.getOrDefault(run, 0L);
  }

  void set(String run, long number) {
    runs.remove(run);
    runs.put(run, number);
    for (Iterator<Map.Entry<String, Long>> oldest = runs.entrySet().iterator();
        runs.size() > MOST_RUNS; ) {
      oldest.next();
      oldest.remove();
    }
  }

  String toText() {
    try {
      return JSON.writeValueAsString(runs);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
