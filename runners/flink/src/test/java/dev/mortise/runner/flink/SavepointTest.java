package dev.mortise.runner.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mortise.conformance.Answer;
import dev.mortise.conformance.Capabilities;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Feature;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.Mode;
import dev.mortise.conformance.Run;
import dev.mortise.conformance.ScriptOracle;
import dev.mortise.pipeline.cli.Mortise;
import dev.mortise.pipeline.graph.JoinGraph;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that was stopped goes on where it was: every row comes out once over all output files. */
class SavepointTest {
  private static final int MARKS = 1_200;
  private static final int ROWS = 8;

  @TempDir Path dir;
  private final long seed = System.nanoTime();
  private final ExecutorService background = Executors.newSingleThreadExecutor();
  private Job job;
  private Answer answer;

  @BeforeEach
  void makeAStream() throws IOException {
    System.out.println("SavepointTest: seed " + seed);
    List<Event> events = Streams.script(seed, MARKS, ROWS);
    job = Job.script(dir.resolve("job"), Streams.JOIN, events);
    answer = ScriptOracle.answer(Streams.JOIN, events);
    assertThat(answer.pairs()).isNotEmpty();
    assertThat(answer.late()).isNotEmpty();
  }

  @AfterEach
  void endTheBackground() {
    background.shutdownNow();
  }

  @Test
  void aRunThatWasStoppedWithASavepoint_goesOnFromIt_withAnotherParallelism() throws Exception {
    try (SessionCluster cluster = new SessionCluster(3)) {
      Future<JsonNode> first = background.submit(() -> run(cluster.master(), "--parallelism=2"));
      JobID running = cluster.awaitRows(MARKS * ROWS / 4);
      String savepoint = cluster.stop(running, dir.resolve("savepoints"));
      assertThat(rowsRead(first.get())).isLessThan(MARKS * ROWS);

      JsonNode second = run(cluster.master(), "--parallelism=3", "--savepointPath=" + savepoint);

      assertThat(rowsRead(second)).isPositive().isLessThan(MARKS * ROWS);
      assertThat(rowsRead(first.get()) + rowsRead(second)).isEqualTo(MARKS * ROWS);
      Run.checkOutputs(job, answer);
      Capabilities.proven(Mode.FLINK_STREAMING, Feature.RESUME);
    }
  }

  @Test
  void aRunWithoutACluster_goesOnFromItsLastCheckpoint() throws Exception {
    Path checkpoints = dir.resolve("checkpoints");
    List<String> args =
        List.of("--parallelism=2", "--checkpointingInterval=100", "--checkpointDir=" + checkpoints);
    PipelineResult interrupted = start(args);
    await().atMost(Duration.ofMinutes(2)).until(() -> complete(checkpoints) > 0);
    interrupted.cancel();
    assertThat(interrupted.waitUntilFinish()).isEqualTo(PipelineResult.State.CANCELLED);
    List<String> again = new ArrayList<>(args);
    again.add("--resume");
    assertChangesAreRefused(again);

    JsonNode second = run(again.toArray(String[]::new));

    assertThat(rowsRead(second)).isPositive().isLessThan(MARKS * ROWS);
    Run.checkOutputs(job, answer);
    assertThat(complete(checkpoints)).as("checkpoints of a run that has ended").isZero();
  }

  /** What would orphan or misread the state. */
  private void assertChangesAreRefused(List<String> args) throws IOException {
    assertRefused(args, "right: right", "right: other", "join.right", "right, but is other");
    assertRefused(args, "on: [k]", "on: [k, n]", "join.on", "k (string), but is k (string), n");
    assertRefused(args, "n: \"int64?\"", "n: \"int32?\"", "left input's schema", "n: int32?");
    assertRefused(args, "script: events", "script: others", "left input's from", "others.jsonl");
    List<String> fewer = new ArrayList<>(args);
    fewer.add("--joinShards=64");
    assertRefused(fewer, "on: [k]", "on: [k]", "--joinShards", "1024, but is 64");
    Capabilities.proven(Mode.FLINK_STREAMING, Feature.CHANGED_SPEC);
  }

  private void assertRefused(
      List<String> args, String was, String is, String aspect, String difference)
      throws IOException {
    String text = Files.readString(job.spec()).replace(was, is);
    text = is.equals("right: other") ? text.replace("  right:\n", "  other:\n") : text;
    Path changed = Files.writeString(job.spec().resolveSibling("changed.yaml"), text);
    Files.copy(
        job.spec().resolveSibling("events.jsonl"),
        job.spec().resolveSibling("others.jsonl"),
        StandardCopyOption.REPLACE_EXISTING);
    List<String> line = new ArrayList<>(List.of("run", changed.toString()));
    line.addAll(args);

    CommandLine done = CommandLine.run(line.toArray(String[]::new));

    assertThat(done.status()).as(done.err()).isEqualTo(Mortise.WRONG_USE);
    assertThat(done.err()).contains(aspect + ": must be what the state").contains(difference);
  }

  private JsonNode run(String... args) throws IOException {
    return Run.run(job, new FlinkAdapter(), List.of(args));
  }

  /** Begins a run as the command line does, and does not wait for it. */
  private PipelineResult start(List<String> args) throws Exception {
    PipelineSpec spec = SpecReader.read(job.spec(), name -> null);
    PipelineOptions options = PipelineOptionsFactory.fromArgs(args.toArray(String[]::new)).create();
    Set<String> given = new HashSet<>();
    args.forEach(arg -> given.add(arg.substring(2, arg.indexOf('='))));
    FlinkAdapter adapter = new FlinkAdapter();
    adapter.prepare(options, given);
    adapter.begin(options, spec);
    Files.createDirectories(job.out());
    Pipeline pipeline = Pipeline.create(options);
    JoinGraph.build(pipeline, spec);
    return adapter.run(pipeline);
  }

  private static long complete(Path checkpoints) throws IOException {
    if (!Files.isDirectory(checkpoints)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(checkpoints)) {
      return files.filter(file -> file.endsWith("_metadata")).count();
    }
  }

  private static long rowsRead(JsonNode summary) {
    return summary.at("/inputs/left/rows_read").asLong()
        + summary.at("/inputs/right/rows_read").asLong();
  }
}
