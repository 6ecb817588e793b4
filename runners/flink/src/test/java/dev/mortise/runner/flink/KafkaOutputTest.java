package dev.mortise.runner.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.broker.LocalBroker;
import dev.mortise.conformance.Answer;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.JobTopics;
import dev.mortise.conformance.Run;
import dev.mortise.conformance.ScriptOracle;
import dev.mortise.conformance.StreamRow;
import dev.mortise.join.JoinSide;
import dev.mortise.pipeline.cli.Mortise;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topics as outputs, on a Flink in this JVM. */
class KafkaOutputTest {
  private static final int MARKS = 60;
  private static final int ROWS = 10;

  /** More than the batches that a producer makes of a batch that is too large. */
  private static final int MOST_BYTES = 20_000;

  private static final long START = 1_767_600_000_000L;

  @TempDir static Path dir;
  private static LocalBroker broker;

  @BeforeAll
  static void startBroker() throws IOException {
    broker = LocalBroker.start(dir.resolve("broker"));
  }

  @AfterAll
  static void stopBroker() {
    if (broker != null) {
      broker.close();
    }
  }

  @Test
  void aStreamThatEnds_writesEachRowOnce_inTransactions() throws IOException {
    List<Event> events = Streams.script(1, MARKS, ROWS);
    Answer answer = ScriptOracle.answer(Streams.JOIN, events);
    JobTopics topics = JobTopics.create(broker.bootstrapServers(), "ends");
    Job job = topics.outputsOf(Job.script(dir.resolve("ends"), Streams.JOIN, events), "");

    Run.checkSummary(
        Run.run(job, new FlinkAdapter(), List.of("--parallelism=2", "--checkpointingInterval=200")),
        answer);

    topics.checkOnce(job, answer);
    // Transactions leave marks between the records.
    assertThat(topics.endOffsets())
        .isGreaterThan(
            List.of("matched", "unmatched", "late", "dead_letter").stream()
                .mapToLong(output -> topics.read(output).size())
                .sum());

    // A run that begins anew under the same name writes all of it again.
    Run.run(job, new FlinkAdapter(), List.of("--parallelism=2", "--checkpointingInterval=200"));
    assertThat(topics.checkByKey(job, answer))
        .isEqualTo(
            topics.read("matched").size() / 2
                + topics.read("unmatched").size() / 2
                + topics.read("late").size() / 2
                + topics.read("dead_letter").size() / 2);
  }

  @Test
  void aRowThatNoRecordHolds_endsTheRunWithAMessage() throws IOException {
    StreamRow large = new StreamRow(JoinSide.LEFT, 1, randomText(MOST_BYTES * 3), 1L, START);
    Job script = Job.script(dir.resolve("large"), Streams.JOIN, List.of(large));
    JobTopics topics = JobTopics.create(broker.bootstrapServers(), "large");
    Job job = topics.outputsOf(script, "");
    topics.setMostBytes(MOST_BYTES);

    CommandLine done = CommandLine.run("run", job.spec().toString(), "--checkpointingInterval=200");

    assertThat(done.status()).isEqualTo(Mortise.FAILED);
    assertThat(done.err()).contains("max.message.bytes").contains("outputs.");
  }

  /** Of letters that don't compress. */
  private static String randomText(int length) {
    return new Random(1)
        .ints(length, 'a', 'z' + 1)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }
}
