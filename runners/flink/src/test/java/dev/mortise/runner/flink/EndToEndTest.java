package dev.mortise.runner.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.conformance.Capabilities;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Feature;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.Mode;
import dev.mortise.conformance.OutputFiles;
import dev.mortise.conformance.RandomStreams;
import dev.mortise.conformance.Run;
import dev.mortise.conformance.ScriptOracle;
import dev.mortise.conformance.StreamRow;
import dev.mortise.join.JoinType;
import dev.mortise.pipeline.cli.Mortise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs on a cluster in this JVM, from the command line to the files. */
class EndToEndTest {
  private static final Path ORDERS_PAYMENTS = Path.of("../../testdata/orders-payments");
  private static final int ROWS = 4_000;

  @TempDir Path dir;
  private final long seed = System.nanoTime();

  EndToEndTest() {
    System.out.println("EndToEndTest: seed " + seed);
  }

  @Test
  void ordersAndPayments_giveTheirRightAnswer() throws IOException {
    for (String file : List.of("spec.yaml", "events.jsonl")) {
      Files.copy(ORDERS_PAYMENTS.resolve(file), dir.resolve(file));
    }

    CommandLine done = CommandLine.run("run", dir.resolve("spec.yaml").toString());

    assertThat(done.status()).as(done.err()).isEqualTo(Mortise.OK);
    assertThat(done.out())
        .startsWith("orders-payments: done in ")
        .contains("  late but matched              0                 1")
        .contains("  gap    p50 2m, p90 24m, p99 24m");
    OutputFiles files = new OutputFiles(dir.resolve("out"));
    for (String output : List.of("matched", "unmatched", "late", "dead_letter")) {
      assertThat(files.of(output))
          .as(output)
          .containsExactlyInAnyOrderElementsOf(
              Files.readAllLines(ORDERS_PAYMENTS.resolve("expected/" + output + ".jsonl")));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aScriptIsExact_lateRowsToo_withAnyParallelism(int parallelism) throws IOException {
    List<Event> events = Streams.script(seed, 100, 20);
    Job job = Job.script(dir, Streams.JOIN, events);

    Run.check(
        job,
        new FlinkAdapter(),
        List.of("--parallelism=" + parallelism),
        ScriptOracle.answer(Streams.JOIN, events));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--parallelism=1", "--parallelism=3", "--streaming=true"})
  void aBatchOfFilesIsExact(String arg) throws IOException {
    RandomStreams streams = RandomStreams.of(seed, ROWS, JoinType.FULL);
    Job job = Job.files(dir, streams.join(), rows(streams));

    Run.check(job, new FlinkAdapter(), List.of(arg), streams.answer());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--stateBackend=hashmap",
        "--stateBackend=rocksdb",
        "--finishBundleBeforeCheckpointing=false",
        "--allowNoCheckpoints"
      })
  void aReplayIsExact_withCheckpointsUnderWay(String arg) throws IOException {
    RandomStreams streams = RandomStreams.of(seed, ROWS, JoinType.FULL);
    Job job = Job.replay(dir, streams.join(), rows(streams), streams.watermarkDelay());
    String interval = arg.equals("--allowNoCheckpoints") ? "0" : "50";

    Run.check(
        job,
        new FlinkAdapter(),
        List.of(arg, "--checkpointingInterval=" + interval, "--parallelism=2"),
        streams.answer());
    if (arg.endsWith("rocksdb")) {
      Capabilities.proven(Mode.FLINK_STREAMING, Feature.ROCKSDB);
    }
  }

  @Test
  void aRunThatFails_saysWhereAndWhy() throws IOException {
    Job job = Job.script(dir, Streams.JOIN, Streams.script(seed, 30, 20));
    // Where the first part is to be written there is a directory, and not an empty one.
    Path inTheWay = dir.resolve("out/.matched-part-00000-00000-of-00001.unfinished");
    Files.createDirectories(inTheWay.resolve("child"));

    CommandLine done = CommandLine.run("run", job.spec().toString());

    assertThat(done.status()).isEqualTo(Mortise.FAILED);
    assertThat(done.err().lines().toList())
        .last()
        .asString()
        .startsWith("The run failed")
        .contains("matched-part-00000-00000-of-00001");
  }

  private static List<StreamRow> rows(RandomStreams streams) {
    List<StreamRow> rows = new ArrayList<>(streams.left());
    rows.addAll(streams.right());
    return rows;
  }
}
