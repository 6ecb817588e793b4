package dev.mortise.runner.spark.cluster;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** How far a stream's job has come, as its checkpoint directory shows. */
final class JobFolder {
  private final Path plans;

  JobFolder(Path checkpoints) {
    this.plans = checkpoints.resolve("plans");
  }

  /** The number of the newest batch that was planned; -1 before the first. */
  long batch() throws IOException {
    try (Stream<Path> files = Files.list(plans)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("\\d+\\.json"))
          .mapToLong(name -> Long.parseLong(name.substring(0, name.length() - 5)))
          .max()
          .orElse(-1);
    } catch (NoSuchFileException e) {
      return -1;
    }
  }

  /**
   * Waits until a batch is planned.
   *
   * @param driver that must not end before
   */
  void awaitBatch(long number, Process driver) {
    await("batch " + number)
        .atMost(Duration.ofMinutes(20))
        .pollInterval(Duration.ofMillis(20))
        .failFast("the driver has ended", () -> !driver.isAlive())
        .until(() -> batch() >= number);
  }

  /** So many different batches to do something at, from the third to the last but two. */
  static List<Long> moments(Random random, int count, int batches) {
    return random.longs(3, batches - 2L).distinct().limit(count).sorted().boxed().toList();
  }
}
