package dev.mortise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the suite's cases. Their format is described in the module's README. */
public final class Cases {
  private static final List<String> THEMES =
      List.of(
          "peers", "bounds", "expiry", "lateness", "late", "keys", "types", "streams", "windows");

  private Cases() {}

  /** All cases. */
  public static List<Case> all() {
    return THEMES.stream().flatMap(theme -> read(theme).stream()).toList();
  }

  private static List<Case> read(String theme) {
    List<Case> cases = new ArrayList<>();
    String file = "cases/" + theme + ".json";
    try (InputStream json = Cases.class.getResourceAsStream(file)) {
      for (JsonNode node : new ObjectMapper().readTree(json).get("cases")) {
        cases.add(read(theme, node));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
    return cases;
  }

  /** A case as text, of no theme. */
  static Case parse(String json) throws IOException {
    return read("none", new ObjectMapper().readTree(json));
  }

  private static Case read(String theme, JsonNode node) {
    List<Event> events = new ArrayList<>();
    node.get("events").forEach(event -> events.addAll(event(event.asText().split(" ", -1))));
    return new Case(
        theme,
        node.get("name").asText(),
        join(node.get("join")),
        List.copyOf(events),
        expected(node.get("expect")),
        windows(node.get("windows")));
  }

  private static JoinSetting join(JsonNode join) {
    List<String> on = new ArrayList<>();
    join.path("on").forEach(field -> on.add(field.asText()));
    return new JoinSetting(
        JoinType.valueOf(join.get("type").asText().toUpperCase(Locale.ROOT)),
        join.get("lower").asLong(),
        join.get("upper").asLong(),
        JoinSetting.Excluded.valueOf(join.path("excluded").asText("none")),
        join.path("lateness").asLong(0),
        join.path("late").asText("join").equals("divert"),
        on.isEmpty() ? List.of("k") : List.copyOf(on));
  }

  private static List<Event> event(String[] words) {
    return switch (words[0]) {
      case "mark" ->
          words.length == 2
              ? List.of(
                  new Mark(JoinSide.LEFT, time(words[1])), new Mark(JoinSide.RIGHT, time(words[1])))
              : List.of(new Mark(side(words[1]), time(words[2])));
      case "broken" -> List.of(new BrokenLine(side(words[1]), Integer.parseInt(words[2])));
      default -> List.of(row(words));
    };
  }

  private static StreamRow row(String[] words) {
    String[] key = words[2].split("/", -1);
    return new StreamRow(
        side(words[0]),
        Integer.parseInt(words[1]),
        orNull(key[0]),
        key.length == 1 || orNull(key[1]) == null ? null : Long.valueOf(key[1]),
        time(words[3]));
  }

  private static @Nullable String orNull(String word) {
    return word.equals("null") ? null : word;
  }

  private static long time(String word) {
    return word.equals("end") ? Script.END : Long.parseLong(word);
  }

  private static JoinSide side(String word) {
    return switch (word) {
      case "left" -> JoinSide.LEFT;
      case "right" -> JoinSide.RIGHT;
      default -> throw new IllegalArgumentException("Cases: there is no side " + word);
    };
  }

  private static Case.Expected expected(JsonNode expect) {
    List<Case.Ids> matched = new ArrayList<>();
    expect
        .path("matched")
        .forEach(pair -> matched.add(new Case.Ids(pair.get(0).asInt(), pair.get(1).asInt())));
    Map<String, List<Integer>> alone = new HashMap<>();
    expect
        .fields()
        .forEachRemaining(
            end -> {
              if (!end.getKey().equals("matched")) {
                List<Integer> ids = new ArrayList<>();
                end.getValue().forEach(id -> ids.add(id.asInt()));
                alone.put(end.getKey(), List.copyOf(ids));
              }
            });
    return new Case.Expected(matched, alone);
  }

  private static Case.@Nullable Windows windows(@Nullable JsonNode windows) {
    if (windows == null) {
      return null;
    }
    Map<String, Map<Long, Long>> counts = new HashMap<>();
    for (String output : List.of("matched", "unmatched_left", "unmatched_right")) {
      Map<Long, Long> ofOutput = new TreeMap<>();
      windows
          .get(output)
          .fields()
          .forEachRemaining(
              window -> ofOutput.put(Long.valueOf(window.getKey()), window.getValue().asLong()));
      counts.put(output, ofOutput);
    }
    return new Case.Windows(windows.get("size").asLong(), counts);
  }
}
