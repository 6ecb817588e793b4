package dev.mortise.runner.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.pipeline.cli.Console;
import dev.mortise.pipeline.cli.Mortise;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * A script of two inputs, {@code left} and {@code right}, and the full join it goes through; what
 * comes out as lines such as {@code pair 1-2}, {@code unmatched left 3}, {@code late right 4}.
 */
final class Scenario {
  private static final ObjectMapper JSON = new ObjectMapper();

  final long lowerMillis;
  final long upperMillis;
  final long latenessMillis;
  final boolean divert;
  final List<Event> events = new ArrayList<>();

  sealed interface Event {}

  record Row(boolean left, String key, long time, int id) implements Event {}

  /** A watermark of one input. */
  record Mark(boolean left, long time) implements Event {}

  /** The watermark that every script ends with, without a line that says so. */
  static final long END = Long.MAX_VALUE;

  Scenario(long lowerMillis, long upperMillis, long latenessMillis, boolean divert) {
    this.lowerMillis = lowerMillis;
    this.upperMillis = upperMillis;
    this.latenessMillis = latenessMillis;
    this.divert = divert;
  }

  /** Runs the scenario through the command line, as a user would. */
  List<String> run(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("events.jsonl"), script());
    Path spec = Files.writeString(folder.resolve("spec.yaml"), spec());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(print(out), print(err), false, name -> null);
    int status =
        Mortise.execute(
            new String[] {"run", spec.toString(), "--summary=json"}, new DirectAdapter(), console);
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isZero();
    JsonNode summary = JSON.readTree(out.toString(StandardCharsets.UTF_8));
    assertThat(summary.get("accounted_for").asBoolean()).as(summary.toString()).isTrue();
    return lines(folder.resolve("out"));
  }

  private static PrintStream print(OutputStream to) {
    return new PrintStream(to, true, StandardCharsets.UTF_8);
  }

  private String spec() {
    String input =
        """
          %s:
            from: {script: events.jsonl}
            format: json
            schema: {id: int64, key: string, time: timestamp}
            event_time: time
        """;
    return "name: scenario\ninputs:\n"
        + input.formatted("left")
        + input.formatted("right")
        + """
          join:
            left: left
            right: right
            on: [key]
            type: full
            within: {lower: %dms, upper: %dms}
            allowed_lateness: %dms
            late: %s
          outputs:
            matched: {to: {files: out/matched}}
            unmatched: {to: {files: out/unmatched}}
            late: {to: {files: out/late}}
            dead_letter: {to: {files: out/dead_letter}}
          """
            .formatted(lowerMillis, upperMillis, latenessMillis, divert ? "divert" : "join");
  }

  private String script() {
    StringBuilder script = new StringBuilder();
    for (Event event : events) {
      if (event instanceof Row row) {
        script.append(
            "{\"input\": \"%s\", \"row\": {\"id\": %d, \"key\": \"%s\", \"time\": %d}}\n"
                .formatted(row.left ? "left" : "right", row.id, row.key, row.time));
      } else if (event instanceof Mark mark && mark.time != END) {
        script.append(
            "{\"watermark\": {\"%s\": %d}}\n".formatted(mark.left ? "left" : "right", mark.time));
      }
    }
    return script.toString();
  }

  private static List<String> lines(Path out) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = file.getFileName().toString();
        assertThat(name).endsWith(".jsonl");
        for (String text : Files.readAllLines(file)) {
          lines.add(line(name, JSON.readTree(text)));
        }
      }
    }
    Collections.sort(lines);
    return lines;
  }

  private static String line(String file, JsonNode row) {
    if (file.startsWith("matched")) {
      assertThat(row.get("gap_ms").asLong()).isEqualTo(time(row, "right") - time(row, "left"));
      return "pair " + row.at("/left/id") + "-" + row.at("/right/id");
    }
    String what =
        file.startsWith("unmatched") ? "unmatched " : file.startsWith("late") ? "late " : "";
    assertThat(what).as("%s: %s", file, row).isNotEmpty();
    return what + row.get("side").asText() + " " + row.at("/row/id");
  }

  private static long time(JsonNode row, String side) {
    return java.time.Instant.parse(row.get(side).get("time").asText()).toEpochMilli();
  }

  /**
   * What should come out: the contract's sentences over lists that are walked from end to end, with
   * the watermark the least of both inputs'.
   */
  List<String> expected() {
    List<String> lines = new ArrayList<>();
    List<Row> waiting = new ArrayList<>();
    List<Integer> paired = new ArrayList<>();
    long[] marks = {Long.MIN_VALUE, Long.MIN_VALUE};
    for (Event event : events) {
      if (event instanceof Mark mark) {
        int side = mark.left ? 0 : 1;
        marks[side] = Math.max(marks[side], mark.time);
        expire(waiting, paired, Math.min(marks[0], marks[1]), lines);
      } else {
        arrive((Row) event, waiting, paired, Math.min(marks[0], marks[1]), lines);
      }
    }
    expire(waiting, paired, END, lines);
    Collections.sort(lines);
    return lines;
  }

  private void arrive(
      Row row, List<Row> waiting, List<Integer> paired, long watermark, List<String> lines) {
    String late = "late " + (row.left ? "left " : "right ") + row.id;
    if (divert && row.time < watermark) {
      lines.add(late);
      return;
    }
    boolean matches = false;
    for (Row other : waiting) {
      Row left = row.left ? row : other;
      Row right = row.left ? other : row;
      long gap = right.time - left.time;
      if (other.left != row.left
          && other.key.equals(row.key)
          && gap >= lowerMillis
          && gap <= upperMillis) {
        lines.add("pair " + left.id + "-" + right.id);
        paired.add(other.id);
        matches = true;
      }
    }
    if (expiry(row) >= watermark) {
      waiting.add(row);
      if (matches) {
        paired.add(row.id);
      }
    } else if (!matches) {
      lines.add(late);
    }
  }

  private long expiry(Row row) {
    return row.time + (row.left ? upperMillis : -lowerMillis) + latenessMillis;
  }

  private void expire(List<Row> waiting, List<Integer> paired, long watermark, List<String> lines) {
    waiting.removeIf(
        row -> {
          boolean expired = expiry(row) < watermark;
          if (expired && !paired.contains(row.id)) {
            lines.add("unmatched " + (row.left ? "left " : "right ") + row.id);
          }
          return expired;
        });
  }
}
