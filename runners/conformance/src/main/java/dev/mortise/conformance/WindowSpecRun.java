package dev.mortise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.conformance.WindowScenario.Asked;
import dev.mortise.conformance.WindowScenario.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Runs a scenario of windows through the command line, and compares all that comes of them. */
final class WindowSpecRun {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Target target;
  private final WindowScenario scenario;
  private final List<AssertionError> failures = new ArrayList<>();

  WindowSpecRun(Target target, WindowScenario scenario) {
    this.target = target;
    this.scenario = scenario;
  }

  /**
   * Runs all windows of the scenario in one pipeline. What a window has shown is noted for the
   * table, also when another one fails.
   */
  void check(Path folder, List<String> args, boolean late) throws IOException {
    Case rows = scenario.rows();
    boolean stream = target.mode().isStreaming();
    Job job =
        stream
            ? Job.script(folder, rows.join(), rows.events())
            : Job.files(folder, rows.join(), rows.events());
    Files.writeString(job.spec(), windows(), StandardOpenOption.APPEND);
    JsonNode summary = Run.run(job, target.adapter().get(), args);
    assertThat(summary.path("accounted_for").asBoolean()).as("accounted for").isTrue();
    OutputFiles files = new OutputFiles(job.out());
    Map<String, Long> tooLate =
        lines(files, "late").stream()
            .filter(line -> line.has("window"))
            .collect(
                Collectors.groupingBy(line -> line.get("window").asText(), Collectors.counting()));
    for (Asked window : scenario.windows()) {
      WindowTable.disproven(target.mode(), window, late);
      try {
        check(window, lines(files, window.name()));
        checkCounts(window, summary.at("/windows/" + window.name()), tooLate);
        WindowTable.proven(target.mode(), window, late);
      } catch (AssertionError e) {
        failures.add(e);
      }
    }
    assertThat(failures).as("windows that differ").isEmpty();
  }

  private String windows() {
    StringBuilder text = new StringBuilder();
    for (Asked window : scenario.windows()) {
      text.append(String.format("  %s: {to: {files: out/%s}}%n", window.name(), window.name()));
    }
    text.append("windows:\n");
    for (Asked window : scenario.windows()) {
      text.append("  ").append(window.name()).append(": ").append(window.block()).append('\n');
    }
    return text.toString();
  }

  private static List<JsonNode> lines(OutputFiles files, String output) {
    try (var lines = files.of(output)) {
      return lines.map(WindowSpecRun::parse).toList();
    }
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String place(JsonNode pane) {
    return place(
        pane.get("window_start").asText(), pane.get("window_end").asText(), pane.get("by"));
  }

  private static String place(String start, String end, JsonNode by) {
    return start + " to " + end + " " + by;
  }

  private void check(Asked window, List<JsonNode> panes) {
    Map<String, List<JsonNode>> byPlace = new TreeMap<>();
    panes.forEach(
        pane -> byPlace.computeIfAbsent(place(pane), unseen -> new ArrayList<>()).add(pane));
    for (Result result : window.results()) {
      String place =
          place(StreamRow.isoTime(result.start()), StreamRow.isoTime(result.end()), result.by());
      List<JsonNode> of = byPlace.getOrDefault(place, List.of());
      byPlace.remove(place);
      assertThat(of).as("%s, %s: results", window.name(), place).isNotEmpty();
      List<JsonNode> sorted =
          of.stream()
              .sorted(Comparator.comparingLong(pane -> pane.at("/pane/index").asLong()))
              .toList();
      check(window.name() + ", " + place, window, result, sorted);
    }
    // A session that was shown before it grew is one that the final results do not have.
    boolean grows = window.kind().equals("session") && !window.mode().equals("final");
    byPlace.forEach(
        (place, of) ->
            assertThat(of)
                .as("%s: results of %s", window.name(), place)
                .allMatch(
                    pane -> grows && target.mode().isStreaming() && timing(pane).equals("early")));
  }

  private static String timing(JsonNode pane) {
    return pane.at("/pane/timing").asText();
  }

  private void check(String what, Asked window, Result result, List<JsonNode> panes) {
    List<JsonNode> values = panes.stream().map(pane -> pane.get("values")).toList();
    JsonNode last = result.values().get(result.values().size() - 1);
    assertThat(values.get(values.size() - 1)).as("%s: what counts", what).isEqualTo(last);
    assertThat(panes)
        .extracting(pane -> pane.at("/pane/index").asLong())
        .as(what)
        .doesNotHaveDuplicates();
    assertThat(values)
        .extracting(value -> value.get("rows").asLong())
        .as("%s: rows, as results accumulate", what)
        .isSorted();
    if (!target.mode().isStreaming()) {
      assertThat(panes.stream().map(WindowSpecRun::timing)).as(what).containsExactly("on_time");
      return;
    }
    if (window.mode().equals("updates")) {
      return; // How many there are is a matter of the clock.
    }
    List<JsonNode> settled = panes.stream().filter(pane -> !timing(pane).equals("early")).toList();
    assertThat(settled)
        .extracting(pane -> pane.get("values"))
        .as("%s: on time and corrections", what)
        .containsExactlyElementsOf(result.values());
    assertThat(settled.stream().map(WindowSpecRun::timing))
        .as("%s: timings", what)
        .startsWith("on_time")
        .filteredOn("on_time"::equals)
        .hasSize(1);
    if (window.mode().equals("final")) {
      assertThat(settled).as("%s: no early ones", what).hasSameSizeAs(panes);
    }
  }

  private static void checkCounts(Asked window, JsonNode counted, Map<String, Long> tooLate) {
    assertThat(tooLate.getOrDefault(window.name(), 0L))
        .as("%s: rows in late", window.name())
        .isEqualTo(window.tooLate());
    assertThat(counted.path("too_late_rows").asLong(-1))
        .as("%s: rows counted as too late", window.name())
        .isEqualTo(window.tooLate());
  }
}
