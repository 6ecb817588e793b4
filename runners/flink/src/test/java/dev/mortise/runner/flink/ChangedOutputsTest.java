package dev.mortise.runner.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mortise.conformance.Answer;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.LineBag;
import dev.mortise.conformance.Lines;
import dev.mortise.conformance.OutputFiles;
import dev.mortise.conformance.Run;
import dev.mortise.conformance.ScriptOracle;
import dev.mortise.pipeline.cli.Mortise;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs that come and go between a savepoint and the run that goes on from it. */
class ChangedOutputsTest {
  private static final int MARKS = 1_200;
  private static final int ROWS = 8;
  private static final String LATE = "  late: {to: {files: out/late}}\n";

  @TempDir Path dir;
  private final ExecutorService background = Executors.newSingleThreadExecutor();

  @AfterEach
  void endTheBackground() {
    background.shutdownNow();
  }

  @Test
  void anOutputMayBeAdded_andIsGivenUpOnlyIfThatIsMeant() throws Exception {
    long seed = System.nanoTime();
    System.out.println("ChangedOutputsTest: seed " + seed);
    List<Event> events = Streams.script(seed, MARKS, ROWS);
    Answer answer = ScriptOracle.answer(Streams.JOIN, events);
    assertThat(answer.late()).isNotEmpty();
    Job job = Job.script(dir.resolve("job"), Streams.JOIN, events);
    String with = Files.readString(job.spec());
    String without = with.replace(LATE, "");
    assertThat(without).isNotEqualTo(with);

    try (SessionCluster cluster = new SessionCluster(2)) {
      Files.writeString(job.spec(), without);
      String first = runAndStop(cluster, job);
      Files.writeString(job.spec(), with);
      String second = runAndStop(cluster, job, from(first));

      Path old = job.out().resolve("late-part-00000-00000-of-00001.jsonl");
      if (!Files.exists(old)) {
        Files.writeString(old, "{}\n");
      }
      assertRefused(
          cluster,
          job,
          first,
          "outputs.late.to.files (spec.yaml:",
          "must lead to no files",
          "Move them away");
      assertThat(old).exists();
      Files.writeString(job.spec(), without);
      assertRefused(
          cluster,
          job,
          second,
          "outputs.late (spec.yaml): must go to files as in the earlier run",
          "but it is not there. Change it back, or give up those rows with"
              + " --allowNonRestoredState.");

      JsonNode summary =
          Run.run(
              job, new FlinkAdapter(), args(cluster, from(second), "--allowNonRestoredState=true"));

      assertThat(summary.path("status").asText()).isEqualTo("done");
      Lines lines = job.lines(answer);
      OutputFiles files = new OutputFiles(job.out());
      for (String output : List.of("matched", "unmatched", "dead_letter")) {
        assertThat(LineBag.differences(() -> lines.of(output), () -> files.of(output)))
            .as(output)
            .isEmpty();
      }
    }
  }

  /** Runs for a third of the rows, and returns the savepoint. */
  private String runAndStop(SessionCluster cluster, Job job, String... more) throws Exception {
    Future<JsonNode> run =
        background.submit(() -> Run.run(job, new FlinkAdapter(), args(cluster, more)));
    String stopped = cluster.stop(cluster.awaitRows(MARKS * ROWS / 4), dir.resolve("savepoints"));
    assertThat(run.get().path("status").asText()).isNotEmpty();
    return stopped;
  }

  private static void assertRefused(
      SessionCluster cluster, Job job, String savepoint, String... said) throws Exception {
    List<String> line = new ArrayList<>(List.of("run", job.spec().toString()));
    line.addAll(args(cluster, from(savepoint)));

    CommandLine done = CommandLine.run(line.toArray(String[]::new));

    assertThat(done.status()).as(done.err()).isEqualTo(Mortise.WRONG_USE);
    assertThat(done.err()).contains(said);
    assertThat(done.err().lines()).hasSize(1);
  }

  private static String from(String savepoint) {
    return "--savepointPath=" + savepoint;
  }

  private static List<String> args(SessionCluster cluster, String... more) throws Exception {
    List<String> args = new ArrayList<>(List.of(cluster.master(), "--parallelism=2"));
    args.addAll(List.of(more));
    return args;
  }
}
