package dev.mortise.runner.direct;

import dev.mortise.pipeline.cli.Mortise;

/** Mortise on Beam's Direct runner: one machine, no cluster. */
public final class DirectMain {
  private DirectMain() {}

  /** Runs the command line. */
  public static void main(String[] args) {
    if (Mortise.isVerbose(args)) {
      // The backend reads its settings once, when the first logger is made.
      System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
      System.setProperty(
          "org.slf4j.simpleLogger.log.org.apache.kafka.clients.NetworkClient", "info");
    }
    Mortise.main(args, new DirectAdapter());
  }
}
