package dev.mortise.runner.spark;

/** Whether {@code spark-submit} started this JVM: then it decides on master, jars and logging. */
final class Submission {
  private Submission() {}

  /** True in a client's JVM and in a driver that runs inside of the cluster. */
  static boolean isUnderWay() {
    return System.getProperty("SPARK_SUBMIT") != null
        || System.getProperty("spark.submit.deployMode") != null;
  }
}
