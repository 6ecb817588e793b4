package dev.mortise.runner.flink;

import dev.mortise.pipeline.cli.Mortise;

/** Mortise on Flink: embedded, on a cluster by its address, or started by {@code flink run}. */
public final class FlinkMain {
  private FlinkMain() {}

  /**
   * Runs the command line, and ends the JVM with its status; but a JobManager, which runs this in
   * application mode, outlives it.
   *
   * @throws IllegalStateException in a JobManager, if the status is not 0: so it learns of it
   */
  public static void main(String[] args) {
    if (Mortise.isVerbose(args)) {
      // The backend reads its settings once, when the first logger is made.
      System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
      System.setProperty(
          "org.slf4j.simpleLogger.log.org.apache.kafka.clients.NetworkClient", "info");
    }
    // Asked first: a run leaves nothing behind to tell it by.
    boolean ownsJvm = !ApplicationMode.isOn();
    int status = Mortise.execute(args, new FlinkAdapter());
    if (ownsJvm) {
      System.exit(status);
    }
    if (status != 0) {
      throw new IllegalStateException(
          "FlinkMain: the exit status must be 0, but is "
              + status
              + ". The reason is in the standard error of the JobManager.");
    }
  }
}
