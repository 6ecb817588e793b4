package dev.mortise.runner.flink.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Measures how many bytes a row that waits takes: in a savepoint, in a checkpoint, and of heap. Not
 * part of the build, as it proves nothing; docs/deploy.md has the numbers and says how it is run.
 *
 * <p>The rows of one input wait in a replay whose next row is hours away.
 */
final class StateSizeMeasurement {
  private static final Duration MOST = Duration.ofMinutes(5);
  private static final long START = 1_767_600_000_000L;
  private static final long HOURS = 36_000_000;
  private static final int FEW = 2_000;

  @ParameterizedTest
  @CsvSource({
    "hashmap,100,200000",
    "hashmap,1024,100000",
    "rocksdb,100,200000",
    "rocksdb,1024,100000"
  })
  void measure(String backend, int rowBytes, int rows) throws IOException {
    Path folder = FlinkFiles.work().resolve("state-size");
    FileUtils.deleteDirectory(folder.toFile());
    Map<String, String> settings =
        Map.of("state.checkpoints.dir", folder.resolve("checkpoints").toUri().toString());
    try (LocalFlinkCluster cluster =
        LocalFlinkCluster.start(folder, 1, settings, LocalFlinkCluster.Entrypoint.SESSION)) {
      Size few = sizeOf(cluster, folder.resolve("few"), backend, rowBytes, FEW);
      Size many = sizeOf(cluster, folder.resolve("many"), backend, rowBytes, rows);
      double more = rows - FEW;
      System.out.printf(
          "%s, row of %d bytes of JSON: bytes per waiting row: checkpoint %.0f, savepoint %.0f, heap"
              + " %.0f%n",
          backend,
          rowBytes,
          (many.checkpoint - few.checkpoint) / more,
          (many.savepoint - few.savepoint) / more,
          (many.heap - few.heap) / more);
      assertThat(many.savepoint).isGreaterThan(few.savepoint);
    }
  }

  private record Size(long checkpoint, long savepoint, long heap) {}

  private static Size sizeOf(
      LocalFlinkCluster cluster, Path folder, String backend, int rowBytes, int rows)
      throws IOException {
    Path spec = write(folder, rowBytes, rows);
    FlinkCli.Result submitted =
        cluster
            .cli()
            .run(
                FlinkCli.runMortise(
                    List.of("-d"),
                    List.of(
                        "run",
                        spec.toString(),
                        "--parallelism=2",
                        "--checkpointingInterval=2000",
                        "--stateBackend=" + backend)));
    assertThat(submitted.status()).as(submitted.toString()).isZero();
    String job = submitted.jobId();
    FlinkRest rest = cluster.rest();
    Awaitility.await("all rows").atMost(MOST).until(() -> rest.storedRows(job) >= rows);
    long complete = rest.completedCheckpoints(job);
    Awaitility.await("a checkpoint of all rows")
        .atMost(MOST)
        .until(() -> rest.completedCheckpoints(job) >= complete + 2);
    long checkpoint = rest.newestCheckpointBytes(job);
    long heap = cluster.liveHeapBytes();
    Path savepoints = folder.resolve("savepoints");
    FlinkCli.Result stopped =
        cluster.cli().run(List.of("stop", "-p", savepoints.toUri().toString(), job));
    assertThat(stopped.status()).as(stopped.toString()).isZero();
    return new Size(checkpoint, bytesBelow(savepoints), heap);
  }

  private static Path write(Path folder, int rowBytes, int rows) throws IOException {
    Files.createDirectories(folder);
    Random random = new Random(rowBytes);
    try (BufferedWriter left = Files.newBufferedWriter(folder.resolve("left.jsonl"))) {
      for (int i = 0; i < rows; i++) {
        left.append(row(i, START, rowBytes, random)).append('\n');
      }
      left.append(row(rows, START + HOURS, rowBytes, random)).append('\n');
    }
    Files.writeString(
        folder.resolve("right.jsonl"),
        row(0, START, rowBytes, random) + '\n' + row(1, START + HOURS, rowBytes, random) + '\n');
    return Files.writeString(
        folder.resolve("spec.yaml"),
        """
        name: state-size
        inputs:
          left:
            from: {files: left.jsonl, replay: {speed: 1x}}
            format: json
            schema: {key: string, time: timestamp, text: string}
            event_time: time
            watermark: {max_out_of_orderness: 1s}
          right:
            from: {files: right.jsonl, replay: {speed: 1x}}
            format: json
            schema: {key: string, time: timestamp, text: string}
            event_time: time
            watermark: {max_out_of_orderness: 1s}
        join:
          left: left
          right: right
          on: [key]
          type: full
          within: {after: 1h}
          allowed_lateness: 0s
          late: join
        outputs:
          unmatched: {to: {files: out/unmatched}}
        """);
  }

  /** A row of so many bytes of JSON, whose text does not compress. */
  private static String row(int key, long time, int bytes, Random random) {
    String head = "{\"key\":\"k" + (1_000_000 + key) + "\",\"time\":" + time + ",\"text\":\"";
    StringBuilder row = new StringBuilder(head);
    while (row.length() < bytes - 2) {
      row.append((char) ('a' + random.nextInt(26)));
    }
    return row.append("\"}").toString();
  }

  private static long bytesBelow(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
