package dev.mortise.runner.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.conformance.Job;
import dev.mortise.pipeline.cli.Mortise;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What would go wrong is refused at the start, with status 2 and what to do about it. */
class RefusalsTest {
  @TempDir Path dir;
  private Path stream;
  private Path batch;

  @BeforeEach
  void makeSpecs() throws IOException {
    stream = Job.script(dir.resolve("stream"), Streams.JOIN, Streams.script(1, 2, 3)).spec();
    batch = Job.files(dir.resolve("batch"), Streams.JOIN, Streams.script(1, 2, 3)).spec();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "-5"})
  void aStreamWithoutCheckpoints(String interval) {
    assertRefused(
        stream,
        "--checkpointingInterval: must be above 0 for a stream, but --checkpointingInterval = "
            + interval
            + ". Give it in milliseconds, such as 10000. To do without checkpoints, and lose or"
            + " repeat rows after a failure, set --allowNoCheckpoints.",
        "--checkpointingInterval=" + interval);
  }

  @Test
  void aClusterThatIsNotThere() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String master = "127.0.0.1:" + port;
    assertRefused(
        stream,
        "--flinkMaster: a JobManager must answer at "
            + master
            + ", but none does: Connection refused. Start the cluster, or name the address of its"
            + " REST endpoint.",
        "--flinkMaster=" + master);
  }

  @Test
  void checkpointsInAFile() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "");
    assertRefused(
        stream,
        "--checkpointDir: must be a directory, but "
            + file
            + " is a file. Name another, which is made if it is missing.",
        "--checkpointDir=" + file);
  }

  @Test
  void aBatchThatBeamWouldRunAsAStream() {
    assertRefused(
        batch,
        "--useDataStreamForBatch: must be false, but is true. In this version of Beam such a run"
            + " fails at its end, because rows that wait hold the watermark.",
        "--useDataStreamForBatch=true");
  }

  @ParameterizedTest
  @CsvSource({"--resume, resume", "--savepointPath=/no/where, savepointPath"})
  void stateForABatch(String arg, String name) {
    assertRefused(
        batch,
        "--"
            + name
            + ": only a stream has state to go on from, but both inputs are read as a batch. Leave"
            + " the option away.",
        arg);
  }

  @Test
  void anUnknownStateBackend() {
    assertRefused(
        stream,
        "--stateBackend: must be rocksdb or hashmap, but --stateBackend = rocks.",
        "--stateBackend=rocks");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[collection]", "somewhere:http", "host:70000", ":8081"})
  void aMasterThatIsNone(String master) {
    assertRefused(
        stream,
        "--flinkMaster: must be HOST:PORT of a JobManager, [local] or [auto], but --flinkMaster = "
            + master
            + ".",
        "--flinkMaster=" + master);
  }

  @Test
  void resumeWithoutADirectory() {
    assertRefused(
        stream,
        "--resume: needs the --checkpointDir of the earlier run, but there is none.",
        "--resume");
  }

  @Test
  void resumeFromADirectoryWithoutState() throws IOException {
    // A checkpoint that was not completed has no metadata.
    Files.createDirectories(dir.resolve("state/job/chk-7"));
    assertRefused(
        stream,
        "--resume: there is no complete checkpoint or savepoint below "
            + dir.resolve("state")
            + ". A run that came to its end leaves none. To start anew, leave --resume away.",
        "--resume",
        "--checkpointDir=" + dir.resolve("state"));
  }

  @Test
  void aSavepointThatIsNotThere() {
    CommandLine done = run(stream, "--savepointPath=" + dir.resolve("nothing"));

    assertThat(done.status()).isEqualTo(Mortise.WRONG_USE);
    assertThat(done.err())
        .startsWith("--savepointPath: file://" + dir.resolve("nothing") + " can't be read: ")
        .hasLineCount(1);
  }

  @Test
  void allThatIsWrongAtOnce() {
    CommandLine done =
        run(stream, "--stateBackend=rocks", "--checkpointingInterval=0", "--flinkMaster=x:y");

    assertThat(done.status()).isEqualTo(Mortise.WRONG_USE);
    assertThat(done.err()).hasLineCount(3);
  }

  private static CommandLine run(Path spec, String... args) {
    String[] line = new String[args.length + 2];
    line[0] = "run";
    line[1] = spec.toString();
    System.arraycopy(args, 0, line, 2, args.length);
    return CommandLine.run(line);
  }

  private static void assertRefused(Path spec, String message, String... args) {
    CommandLine done = run(spec, args);

    assertThat(done.err()).isEqualToIgnoringNewLines(message + "\n");
    assertThat(done.status()).isEqualTo(Mortise.WRONG_USE);
    assertThat(done.out()).isEmpty();
    assertThat(spec.resolveSibling("out")).doesNotExist();
  }
}
