package dev.mortise.runner.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scripts with one right answer, through the command line on the Direct runner. */
class ScenariosTest {
  private static final Path CASES = Path.of("../../testdata/cases/interval-join.json");

  /** Scenarios of one pipeline: each has a key of its own, and all share its watermarks. */
  private static final int SCENARIOS = 1_000;

  @TempDir Path folder;

  static Stream<JsonNode> cases() throws IOException {
    JsonNode cases = new ObjectMapper().readTree(CASES.toFile()).get("cases");
    assertThat(cases).hasSize(24);
    return StreamSupport.stream(cases.spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void peersCase_hasItsRightAnswer(JsonNode test) throws IOException {
    Scenario scenario =
        new Scenario(
            test.get("lower_ms").asLong(),
            test.get("upper_ms").asLong(),
            0,
            test.get("late").asText().equals("divert"));
    for (JsonNode event : test.get("events")) {
      JsonNode row = event.get("row");
      if (row != null) {
        scenario.events.add(
            new Scenario.Row(
                row.get("side").asText().equals("left"),
                row.get("key").asText(),
                row.get("time_ms").asLong(),
                row.get("id").asInt()));
      } else {
        event
            .get("watermark")
            .fields()
            .forEachRemaining(
                mark ->
                    scenario.events.add(
                        new Scenario.Mark(
                            mark.getKey().equals("left"),
                            mark.getValue().isNull() ? Scenario.END : mark.getValue().asLong())));
      }
    }
    List<String> answer = new ArrayList<>();
    JsonNode expected = test.get("expected");
    expected.get("matched").forEach(pair -> answer.add("pair " + pair.get(0) + "-" + pair.get(1)));
    expected.get("unmatched_left").forEach(id -> answer.add("unmatched left " + id));
    expected.get("unmatched_right").forEach(id -> answer.add("unmatched right " + id));
    expected.get("late_left").forEach(id -> answer.add("late left " + id));
    expected.get("late_right").forEach(id -> answer.add("late right " + id));
    Collections.sort(answer);

    assertThat(scenario.expected()).as("oracle").isEqualTo(answer);
    assertThat(scenario.run(folder)).isEqualTo(answer);
  }

  static Stream<Long> seeds() {
    return new Random(20260105).longs(10).boxed();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void thousandRandomScenarios_agreeWithTheOracle(long seed) throws IOException {
    System.out.printf("%d random scenarios, seed %d%n", SCENARIOS, seed);
    Scenario scenario = random(new Random(seed));
    List<String> expected = scenario.expected();
    assertThat(expected).as("seed %d has pairs", seed).anyMatch(line -> line.startsWith("pair"));
    assertThat(expected)
        .as("seed %d has late rows", seed)
        .anyMatch(line -> line.startsWith("late"));
    assertThat(scenario.run(folder)).as("seed %d", seed).isEqualTo(expected);
  }

  private static Scenario random(Random random) {
    long lower = random.nextInt(60) - 40L;
    long upper = lower + (random.nextInt(5) == 0 ? 0 : random.nextInt(50));
    Scenario scenario =
        new Scenario(
            lower, upper, random.nextInt(3) == 0 ? random.nextInt(20) : 0, random.nextInt(4) == 0);
    int id = 0;
    long watermark = -50;
    for (int step = 0; step < 10; step++) {
      // Times of one step are close to its watermark: ahead of it as a rule, behind it at times.
      for (int i = 0; i < SCENARIOS * 8 / 10; i++) {
        long time = watermark + random.nextInt(70) - (random.nextInt(12) == 0 ? 60 : 0);
        scenario.events.add(
            new Scenario.Row(random.nextBoolean(), "k" + random.nextInt(SCENARIOS), time, id++));
      }
      watermark += random.nextInt(30);
      boolean left = random.nextBoolean();
      scenario.events.add(new Scenario.Mark(left, watermark));
      if (random.nextInt(4) != 0) {
        scenario.events.add(new Scenario.Mark(!left, watermark + random.nextInt(3)));
      }
    }
    return scenario;
  }
}
