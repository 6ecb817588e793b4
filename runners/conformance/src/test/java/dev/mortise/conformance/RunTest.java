package dev.mortise.conformance;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the suite compares, it compares to the letter. */
class RunTest {
  private static final String MATCHED =
      "{\"key\":\"a\",\"event_time\":\"1970-01-01T00:00:01.050Z\",\"gap_ms\":50,"
          + "\"left\":{\"id\":1,\"k\":\"a\",\"n\":null,\"time\":\"1970-01-01T00:00:01.000Z\",\"note\":null},"
          + "\"right\":{\"id\":2,\"k\":\"a\",\"n\":null,\"time\":\"1970-01-01T00:00:01.050Z\",\"note\":null}}";
  private static final String UNMATCHED =
      "{\"side\":\"left\",\"input\":\"left\",\"key\":null,"
          + "\"event_time\":\"1970-01-01T00:00:01.000Z\",\"reason\":\"null_key\","
          + "\"row\":{\"id\":3,\"k\":null,\"n\":null,\"time\":\"1970-01-01T00:00:01.000Z\",\"note\":null}}";
  private static final String LATE =
      "{\"side\":\"right\",\"input\":\"right\",\"key\":\"b\","
          + "\"event_time\":\"1970-01-01T00:00:01.000Z\","
          + "\"watermark\":\"1970-01-01T00:00:02.000Z\","
          + "\"row\":{\"id\":4,\"k\":\"b\",\"n\":null,\"time\":\"1970-01-01T00:00:01.000Z\",\"note\":null}}";
  private static final String DEAD =
      "{\"input\":\"right\",\"position\":\"events.jsonl:6\",\"error\":\"time: is missing\","
          + "\"raw\":\"{\\\"input\\\":\\\"right\\\",\\\"row\\\":{\\\"id\\\":5,\\\"k\\\":\\\"broken\\\"}}\"}";
  private static final String SUMMARY =
      """
      {"status": "done", "pairs": 1, "gap_ms": {"min": 50, "max": 50}, "accounted_for": true,
       "inputs": {
         "left": {"rows_read": 2, "matched_rows": 1, "null_key_rows": 1, "rows_buffered": 0},
         "right": {"rows_read": 3, "matched_rows": 1, "late_rows": 1, "dead_letters": 1,
                   "rows_buffered": 0}}}
      """;

  @TempDir Path folder;
  private Case one = Cases.all().get(0);
  private Job job = new Job(Path.of("unset"), one.join(), broken -> new Lines.Origin("", ""));

  @BeforeEach
  void writeOutputs() throws IOException {
    one =
        Cases.parse(
            """
            {"name": "one", "join": {"type": "full", "lower": 0, "upper": 100},
             "events": ["left 1 a 1000", "right 2 a 1050", "left 3 null 1000", "mark 2000",
                        "right 4 b 1000", "broken right 5"],
             "expect": {"matched": [[1, 2]], "null_key_left": [3], "late_right": [4],
                        "dead_right": [5]}}
            """);
    job = Job.script(folder, one.join(), one.events());
    Files.createDirectories(job.out());
    write("matched", MATCHED);
    write("unmatched", UNMATCHED);
    write("late", LATE);
    write("dead_letter", DEAD.replace("events.jsonl:6", "events.jsonl:7"));
  }

  @Test
  void rightOutputsAndSummaryPass() throws IOException {
    Run.checkOutputs(job, one.answer());
    Run.checkSummary(new ObjectMapper().readTree(SUMMARY), one.answer());
  }

  @Test
  void everyOutputIsComparedToTheLetter() throws IOException {
    for (String output : Lines.OUTPUTS) {
      String right = Files.readString(file(output)).strip();
      write(output, right.replace("1970", "1971").replace("events.jsonl:7", "events.jsonl:8"));
      assertFails();
      write(output, right, right);
      assertFails();
      write(output);
      assertFails();
      write(output, right);
      Run.checkOutputs(job, one.answer());
    }
  }

  @Test
  void aDeadLetterMustSayWhatIsWrong() throws IOException {
    write(
        "dead_letter",
        DEAD.replace("events.jsonl:6", "events.jsonl:7").replace("time: is missing", " "));
    assertFails();
  }

  @Test
  void aFileThatIsUnfinishedFails() throws IOException {
    Files.writeString(job.out().resolve(".matched-part-00000.unfinished"), MATCHED);
    assertFails();
  }

  @Test
  void everyNumberOfTheSummaryIsCompared() throws IOException {
    JsonNode right = new ObjectMapper().readTree(SUMMARY);
    for (String side : List.of("left", "right")) {
      for (String name :
          List.of(
              "rows_read",
              "matched_rows",
              "late_matched_rows",
              "unmatched_rows",
              "late_rows",
              "null_key_rows",
              "dead_letters",
              "rows_buffered")) {
        JsonNode wrong = right.deepCopy();
        ObjectNode counted = (ObjectNode) wrong.at("/inputs/" + side);
        counted.put(name, counted.path(name).asLong() + 1);
        assertThatThrownBy(() -> Run.checkSummary(wrong, one.answer())).as(name).isNotNull();
      }
    }
    for (String name : List.of("status", "pairs", "gap_ms", "accounted_for")) {
      ObjectNode wrong = right.deepCopy();
      wrong.remove(name);
      assertThatThrownBy(() -> Run.checkSummary(wrong, one.answer())).as(name).isNotNull();
    }
  }

  private void assertFails() {
    assertThatThrownBy(() -> Run.checkOutputs(job, one.answer()))
        .isInstanceOf(AssertionError.class);
  }

  private void write(String output, String... lines) throws IOException {
    Files.write(file(output), List.of(lines));
  }

  private Path file(String output) {
    return job.out().resolve(output + "-part-00000-00000-of-00001.jsonl");
  }
}
