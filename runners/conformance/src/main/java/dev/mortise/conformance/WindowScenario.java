package dev.mortise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A script with windows of every kind in every emit mode, and what comes of them, by hand.
 *
 * @param rows the script and what the join makes of it
 * @param windows all in one spec
 */
public record WindowScenario(Case rows, List<Asked> windows) {

  /** A scenario in which no row is late, and one in which some are, within the lateness and not. */
  public static WindowScenario read(boolean late) {
    String file = "windows/" + (late ? "late.json" : "on-time.json");
    try (InputStream json = WindowScenario.class.getResourceAsStream(file)) {
      JsonNode node = new ObjectMapper().readTree(json);
      List<Asked> windows = new ArrayList<>();
      node.get("specs").forEach(window -> windows.add(Asked.read(window)));
      return new WindowScenario(Cases.parse(node.toString()), List.copyOf(windows));
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  /**
   * A window of the spec.
   *
   * @param name its name, and its output's
   * @param kind {@code fixed}, {@code sliding} or {@code session}
   * @param mode {@code final}, {@code updates} or {@code early_and_final}
   * @param block its block in the spec
   * @param results what should come of it
   * @param tooLate how many rows should be in no result
   */
  public record Asked(
      String name, String kind, String mode, String block, List<Result> results, int tooLate) {

    /** Updates come at this cadence, in processing time; a script is over sooner or later. */
    private static final String EVERY = "10ms";

    private static Asked read(JsonNode node) {
      String mode = node.get("mode").asText();
      List<Result> results = new ArrayList<>();
      node.get("results").forEach(result -> results.add(Result.read(result)));
      return new Asked(
          node.get("name").asText(),
          node.get("kind").asText(),
          mode,
          String.format(
              "{over: %s, window: %s, by: %s, aggregate: %s, emit: %s, allowed_lateness: %sms}",
              node.get("over").asText(),
              node.get("window").asText(),
              node.get("by").asText(),
              node.get("aggregate").asText(),
              mode.equals("final") ? mode : "{" + mode + ": " + EVERY + "}",
              node.get("lateness").asText()),
          List.copyOf(results),
          node.get("too_late").asInt());
    }
  }

  /**
   * What comes of one group in one window.
   *
   * @param start of the window, in milliseconds
   * @param end of the window
   * @param by the group
   * @param values on time, and of each correction
   */
  public record Result(long start, long end, JsonNode by, List<JsonNode> values) {
    private static Result read(JsonNode node) {
      List<JsonNode> values = new ArrayList<>();
      node.get("values").forEach(values::add);
      return new Result(
          node.get("window").get(0).asLong(),
          node.get("window").get(1).asLong(),
          node.get("by"),
          List.copyOf(values));
    }
  }
}
