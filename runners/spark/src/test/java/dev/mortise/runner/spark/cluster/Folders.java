package dev.mortise.runner.spark.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders of the cluster tests: below target, where their logs can be read afterwards. */
final class Folders {
  private Folders() {}

  /** An empty folder; what an earlier run left there is removed. */
  static Path fresh(String name) throws IOException {
    Path folder = Path.of("target/cluster-tests", name).toAbsolutePath();
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
    return Files.createDirectories(folder);
  }
}
