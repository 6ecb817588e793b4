package dev.mortise.join;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.joda.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The peers' own scenarios, without a pipeline: engine and oracle both give the right answer. */
class CasesTest {
  private static final Path CASES = Path.of("..", "testdata", "cases", "interval-join.json");

  static Stream<JsonNode> cases() throws IOException {
    JsonNode cases = new ObjectMapper().readTree(CASES.toFile()).get("cases");
    assertThat(cases).hasSize(24);
    return StreamSupport.stream(cases.spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void caseHasItsRightAnswer(JsonNode test) {
    Timeline timeline = new Timeline();
    for (JsonNode event : test.get("events")) {
      JsonNode row = event.get("row");
      if (row != null) {
        timeline.row(
            new Timeline.Row(
                side(row.get("side").asText()),
                row.get("key").asText(),
                row.get("time_ms").asLong(),
                row.get("id").asInt()));
      } else {
        event
            .get("watermark")
            .fields()
            .forEachRemaining(
                mark ->
                    timeline.watermark(
                        side(mark.getKey()),
                        mark.getValue().isNull() ? Timeline.END : mark.getValue().asLong()));
      }
    }
    JoinInterval interval =
        JoinInterval.between(
                Duration.millis(test.get("lower_ms").asLong()),
                Duration.millis(test.get("upper_ms").asLong()))
            .withLateRows(
                test.get("late").asText().equals("divert") ? LateRows.DIVERT : LateRows.JOIN);

    Outcome expected = new Outcome();
    JsonNode answer = test.get("expected");
    answer.get("matched").forEach(pair -> expected.pair(pair.get(0).asInt(), pair.get(1).asInt()));
    answer.get("unmatched_left").forEach(id -> expected.unmatchedLeft().add(id.asInt()));
    answer.get("unmatched_right").forEach(id -> expected.unmatchedRight().add(id.asInt()));
    answer.get("late_left").forEach(id -> expected.lateLeft().add(id.asInt()));
    answer.get("late_right").forEach(id -> expected.lateRight().add(id.asInt()));

    assertThat(NestedLoopJoin.run(timeline, interval)).as("oracle").isEqualTo(expected);
    for (EngineJoin.Firing firing : EngineJoin.Firing.values()) {
      assertThat(EngineJoin.run(timeline, interval, firing, true))
          .as("timers fire %s", firing)
          .isEqualTo(expected);
    }
  }

  private static JoinSide side(String name) {
    return name.equals("left") ? JoinSide.LEFT : JoinSide.RIGHT;
  }
}
