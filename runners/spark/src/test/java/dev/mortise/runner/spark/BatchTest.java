package dev.mortise.runner.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.conformance.Job;
import dev.mortise.conformance.RandomStreams;
import dev.mortise.conformance.Run;
import dev.mortise.conformance.StreamRow;
import dev.mortise.join.JoinType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bounded specs, from the command line to the files, on Beam's Spark runner. */
class BatchTest {
  private static final String LOCAL = "--sparkMaster=local[2]";

  @TempDir Path dir;

  @Test
  void randomStreams_giveTheOraclesRows() throws IOException {
    long seed = System.nanoTime();
    System.out.println("BatchTest seed " + seed);
    RandomStreams streams = RandomStreams.of(seed, 5_000, JoinType.FULL);
    List<StreamRow> rows = new ArrayList<>(streams.left());
    rows.addAll(streams.right());

    Run.check(
        Job.files(dir, streams.join(), rows), new SparkAdapter(), List.of(LOCAL), streams.answer());
  }

  @Test
  void recordsThatCantBeRead_andNullKeys_areAccountedFor() throws IOException {
    Files.writeString(
        dir.resolve("orders.jsonl"),
        """
        {"id": "1", "at": "2026-01-05T10:00:00Z"}
        not json
        {"id": null, "at": "2026-01-05T10:02:00Z"}
        """);
    Files.writeString(dir.resolve("payments.csv"), "ref,at\n1,2026-01-05T10:05:00Z\n");
    Path spec =
        Files.writeString(
            dir.resolve("spec.yaml"),
            """
            name: batch
            inputs:
              orders:
                {from: {files: orders.jsonl}, format: json,
                 schema: {id: "string?", at: timestamp}, event_time: at}
              payments:
                {from: {files: payments.csv}, format: csv,
                 schema: {ref: "string?", at: timestamp}, event_time: at}
            join:
              left: orders
              right: payments
              on: {left: [id], right: [ref]}
              type: full
              within: {after: 30m}
            outputs:
              matched: {to: {files: out/matched}}
              dead_letter: {to: {files: out/dead_letter}}
            """);
    CommandLine line = new CommandLine("run", spec.toString(), "--summary=json", LOCAL);

    assertThat(line.status()).as(line.err()).isZero();
    assertThat(line.json().at("/inputs/orders/null_key_rows").asInt()).isEqualTo(1);
    assertThat(line.json().at("/inputs/orders/dead_letters").asInt()).isEqualTo(1);
    assertThat(line.json().at("/inputs/payments/matched_rows").asInt()).isEqualTo(1);
    assertThat(line.json().at("/accounted_for").asBoolean()).isTrue();
    assertThat(Files.readString(dir.resolve("out/dead_letter-00000-of-00001.jsonl")))
        .hasLineCount(1)
        .contains("\"raw\":\"not json\"");
  }

  @Test
  void aTaskThatFails_isReportedInOneLine_withItsCause() throws IOException {
    Job job = smallJob();
    Files.createDirectories(job.out().resolve("matched-00000-of-00001.jsonl/in-the-way"));

    CommandLine line = new CommandLine("run", job.spec().toString(), LOCAL);

    assertThat(line.status()).isEqualTo(1);
    assertThat(line.err()).contains("matched-00000-of-00001.jsonl");
    assertThat(line.err().lines().filter(text -> !text.contains(" read ")))
        .as(line.err())
        .hasSize(1);
  }

  private Job smallJob() throws IOException {
    RandomStreams streams = RandomStreams.of(1, 50, JoinType.INNER);
    List<StreamRow> rows = new ArrayList<>(streams.left());
    rows.addAll(streams.right());
    return Job.files(dir, streams.join(), rows);
  }
}
