package dev.mortise.runner.spark;

import dev.mortise.pipeline.cli.Mortise;

/** Mortise on Spark: in this JVM, or the driver of a cluster's job. */
public final class SparkMain {
  private static final String LOG_SETTINGS = "log4j2.configurationFile";

  private SparkMain() {}

  /** Runs the command line. */
  public static void main(String[] args) {
    // What spark-submit starts logs as its cluster is set up to.
    if (!Submission.isUnderWay() && System.getProperty(LOG_SETTINGS) == null) {
      System.setProperty(
          LOG_SETTINGS, "classpath:dev/mortise/runner/spark/log4j2-embedded.properties");
      System.setProperty("mortise.log.level", Mortise.isVerbose(args) ? "info" : "error");
    }
    Mortise.main(args, new SparkAdapter());
  }
}
