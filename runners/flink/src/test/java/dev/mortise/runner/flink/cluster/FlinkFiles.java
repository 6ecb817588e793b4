package dev.mortise.runner.flink.cluster;

import java.nio.file.Path;

/** What Maven built and copied for these tests; it passes the places as system properties. */
final class FlinkFiles {
  private FlinkFiles() {}

  /** Class path of a cluster: Flink's own jars, none of Beam or Mortise. */
  static String classPath() {
    return dist().resolve("lib") + "/*";
  }

  /** Folder of plugins, one folder each. */
  static Path plugins() {
    return dist().resolve("plugins");
  }

  /** The application, as it is given to {@code flink run}. */
  static Path fatJar() {
    return path("mortise.flink.jar");
  }

  /** Where tests put what should still be there after them, logs above all. */
  static Path work() {
    return path("mortise.flink.work");
  }

  private static Path dist() {
    return path("mortise.flink.dist");
  }

  private static Path path(String property) {
    String value = System.getProperty(property);
    if (value == null) {
      throw new IllegalStateException(
          "FlinkFiles: the system property must be set, but "
              + property
              + " = null. Run the test by Maven, with mvn verify.");
    }
    return Path.of(value);
  }
}
