package dev.mortise.runner.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.conformance.Answer;
import dev.mortise.conformance.Capabilities;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Feature;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.JoinSetting;
import dev.mortise.conformance.Mark;
import dev.mortise.conformance.Mode;
import dev.mortise.conformance.Run;
import dev.mortise.conformance.ScriptOracle;
import dev.mortise.conformance.StreamRow;
import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unbounded specs, from the command line to the files, and what is kept of a run. */
class StreamTest {
  private static final JoinSetting JOIN = JoinSetting.of(JoinType.FULL, 0, 100);

  /** A match, a row that expires, and one that comes too late. */
  private static final List<Event> SCRIPT =
      List.of(
          new StreamRow(JoinSide.LEFT, 0, "a", 1L, 1_000),
          new StreamRow(JoinSide.RIGHT, 1, "a", 1L, 1_050),
          new StreamRow(JoinSide.LEFT, 2, "b", 1L, 1_000),
          new Mark(JoinSide.LEFT, 2_000),
          new Mark(JoinSide.RIGHT, 2_000),
          new StreamRow(JoinSide.RIGHT, 3, "b", 1L, 1_010));

  private static final Answer ANSWER = ScriptOracle.answer(JOIN, SCRIPT);

  @TempDir Path dir;

  @Test
  void aRunThatHasEnded_isNotRunAgainInItsDirectory_andItsSummaryIsPrintedAgain()
      throws IOException {
    Job job = Job.script(dir, JOIN, SCRIPT);

    Run.checkSummary(stream(job).json(), ANSWER);
    Run.checkOutputs(job, ANSWER);
    Run.checkSummary(stream(job).json(), ANSWER);
    Run.checkOutputs(job, ANSWER);
  }

  @Test
  void aSpecThatTheStateDoesNotFit_isRefusedByName() throws IOException {
    Job job = Job.script(dir, JOIN, SCRIPT);
    assertThat(stream(job).status()).isZero();
    String spec = Files.readString(job.spec());

    Files.writeString(job.spec(), spec.replace("on: [k]", "on: [k, n]"));
    CommandLine otherKey = stream(job);
    Files.writeString(job.spec(), spec.replace("id: int64", "id: string"));
    CommandLine otherType = stream(job);
    Files.writeString(
        job.spec(),
        spec.replace("  right:\n", "  payments:\n").replace("right: right", "right: payments"));
    CommandLine otherName = stream(job);
    Files.writeString(job.spec(), spec);
    CommandLine otherShards = stream(job, "--joinShards=7");

    assertRefused(otherKey, "join.on: ");
    assertRefused(otherType, "left input's schema: ");
    assertRefused(otherName, "join.right: ");
    assertRefused(otherShards, "--joinShards: ");
    Run.checkOutputs(job, ANSWER);
    Capabilities.proven(Mode.SPARK_STREAMING, Feature.CHANGED_SPEC);
  }

  private static void assertRefused(CommandLine line, String field) {
    assertThat(line.status()).isEqualTo(2);
    assertThat(line.err())
        .startsWith(field)
        .contains("--checkpointDir: ")
        .doesNotContain("Exception");
  }

  @Test
  void aChangedBound_isNoReasonToRefuse() throws IOException {
    Job job = Job.script(dir, JOIN, SCRIPT);
    assertThat(stream(job).status()).isZero();

    Files.writeString(
        job.spec(), Files.readString(job.spec()).replace("upper: 100ms", "upper: 200ms"));

    assertThat(stream(job).status()).isZero();
  }

  @Test
  void aStreamOnACluster_needsADirectoryForItsState() throws IOException {
    Job job = Job.script(dir, JOIN, SCRIPT);

    CommandLine line =
        new CommandLine("run", job.spec().toString(), "--sparkMaster=spark://127.0.0.1:7077");

    assertThat(line.status()).isEqualTo(2);
    assertThat(line.err()).startsWith("--checkpointDir: a stream on a Spark cluster must have");
    assertThat(job.out()).doesNotExist();
  }

  @Test
  void aClusterThatIsNotThere_isToldAtOnce() throws IOException {
    Job job = Job.script(dir, JOIN, SCRIPT);
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String master = "spark://127.0.0.1:" + port;

    CommandLine line =
        new CommandLine(
            "run",
            job.spec().toString(),
            "--sparkMaster=" + master,
            "--checkpointDir=" + dir.resolve("state"));

    assertThat(line.status()).isEqualTo(2);
    assertThat(line.err())
        .startsWith(
            "--sparkMaster: a master must answer at "
                + master
                + ", but none does: Connection refused");
    assertThat(job.out()).doesNotExist();
  }

  @Test
  void speculation_isRefused() throws IOException {
    Job job = Job.script(dir, JOIN, SCRIPT);
    System.setProperty("spark.speculation", "true");
    try {
      CommandLine line = stream(job);

      assertThat(line.status()).isEqualTo(2);
      assertThat(line.err()).startsWith("spark.speculation: must be false, but is true.");
      assertThat(job.out()).doesNotExist();
    } finally {
      System.clearProperty("spark.speculation");
    }
  }

  @Test
  void anUnknownOption_isRefused() throws IOException {
    Job job = Job.script(dir, JOIN, SCRIPT);

    CommandLine line = new CommandLine("run", job.spec().toString(), "--batchesPerCheckpoints=3");

    assertThat(line.status()).isEqualTo(2);
    assertThat(line.err()).contains("--batchesPerCheckpoints").contains("--batchesPerCheckpoint?");
  }

  @Test
  void theStateOfAnotherRelease_isRefused() throws IOException {
    Job job = Job.script(dir, JOIN, SCRIPT);
    Files.createDirectories(dir.resolve("state"));
    Files.writeString(dir.resolve("state/job.json"), "{\"version\": 99}");

    CommandLine line = stream(job);

    assertThat(line.status()).isEqualTo(2);
    assertThat(line.err()).startsWith("--checkpointDir: must be a directory that can be read");
  }

  private CommandLine stream(Job job, String... more) {
    String[] args = {
      "run",
      job.spec().toString(),
      "--summary=json",
      "--sparkMaster=local[2]",
      "--checkpointDir=" + dir.resolve("state")
    };
    String[] all = Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return new CommandLine(all);
  }
}
