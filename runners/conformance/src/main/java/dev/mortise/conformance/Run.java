package dev.mortise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.join.JoinSide;
import dev.mortise.pipeline.cli.Console;
import dev.mortise.pipeline.cli.Mortise;
import dev.mortise.pipeline.cli.RunnerAdapter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;

/** Runs jobs through the command line, as a user would, and compares all that comes out. */
public final class Run {
  private Run() {}

  /**
   * Runs {@code job} to its end and asserts that every line of every output, and every number of
   * the summary, is as {@code answer} has it.
   *
   * @param args options of the runner
   */
  public static void check(Job job, RunnerAdapter runner, List<String> args, Answer answer)
      throws IOException {
    JsonNode summary = run(job, runner, args);
    checkOutputs(job, answer);
    checkSummary(summary, answer);
  }

  /** Runs {@code job}, and returns its summary. */
  public static JsonNode run(Job job, RunnerAdapter runner, List<String> args) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> line = new ArrayList<>(List.of("run", job.spec().toString(), "--summary=json"));
    line.addAll(args);
    Console console = new Console(print(out), print(err), false, name -> null);
    int status = Mortise.execute(line.toArray(String[]::new), runner, console);
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isZero();
    return new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream print(ByteArrayOutputStream to) {
    return new PrintStream(to, true, StandardCharsets.UTF_8);
  }

  /** Asserts that the files of {@code job} hold what {@code answer} says, each line once. */
  public static void checkOutputs(Job job, Answer answer) {
    OutputFiles files = new OutputFiles(job.out());
    assertThat(files.strangers()).as("files in %s", job.out()).isEmpty();
    Lines lines = job.lines(answer);
    for (String output : Lines.OUTPUTS) {
      assertThat(LineBag.differences(() -> lines.of(output), () -> files.of(output)))
          .as(output)
          .isEmpty();
    }
  }

  /** Asserts that a summary in JSON counts what {@code answer} says, and every row. */
  public static void checkSummary(JsonNode summary, Answer answer) {
    assertThat(summary.path("status").asText()).isEqualTo("done");
    for (JoinSide side : JoinSide.values()) {
      JsonNode counted = summary.at("/inputs/" + Answer.name(side));
      assertThat(
              new Answer.Counts(
                  counted.path("rows_read").asLong(),
                  counted.path("matched_rows").asLong(),
                  counted.path("late_matched_rows").asLong(),
                  counted.path("unmatched_rows").asLong(),
                  counted.path("late_rows").asLong(),
                  counted.path("null_key_rows").asLong(),
                  counted.path("dead_letters").asLong()))
          .as("summary of %s: %s", side, summary)
          .isEqualTo(answer.counts(side));
      assertThat(counted.path("rows_buffered").asLong(-1)).as("rows still buffered").isZero();
    }
    assertThat(summary.path("pairs").asLong()).as("pairs").isEqualTo(answer.pairs().size());
    checkGaps(summary.path("gap_ms"), answer);
    assertThat(summary.path("accounted_for").asBoolean()).as("accounted for").isTrue();
  }

  private static void checkGaps(JsonNode gap, Answer answer) {
    long[] gaps =
        answer.pairs().stream()
            .mapToLong(pair -> pair.right().time() - pair.left().time())
            .toArray();
    if (gaps.length == 0) {
      assertThat(gap.isNull()).as("no gap without pairs").isTrue();
      return;
    }
    LongSummaryStatistics all = Arrays.stream(gaps).summaryStatistics();
    assertThat(gap.path("min").asLong()).as("least gap").isEqualTo(all.getMin());
    assertThat(gap.path("max").asLong()).as("greatest gap").isEqualTo(all.getMax());
  }
}
