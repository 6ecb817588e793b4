package dev.mortise.runner.flink;

import dev.mortise.pipeline.cli.Mortise;

/** Mortise on Flink: embedded, on a cluster by its address, or started by {@code flink run}. */
public final class FlinkMain {
  private FlinkMain() {}

  /** Runs the command line. */
  public static void main(String[] args) {
    if (Mortise.isVerbose(args)) {
      // The backend reads its settings once, when the first logger is made.
      System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
    }
    Mortise.main(args, new FlinkAdapter());
  }
}
