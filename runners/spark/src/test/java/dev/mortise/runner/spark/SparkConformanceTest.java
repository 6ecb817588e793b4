package dev.mortise.runner.spark;

import dev.mortise.conformance.ConformanceSuite;
import dev.mortise.conformance.Mode;
import dev.mortise.conformance.Target;
import java.util.List;

/** The suite that every runner passes, on Spark, embedded. */
class SparkConformanceTest extends ConformanceSuite {
  private static final List<List<String>> PARALLELISMS =
      List.of(List.of("--sparkMaster=local[1]"), List.of("--sparkMaster=local[4]"));

  @Override
  protected List<Target> targets() {
    return List.of(
        new Target(Mode.SPARK_BATCH, SparkAdapter::new, PARALLELISMS),
        new Target(Mode.SPARK_STREAMING, SparkAdapter::new, PARALLELISMS));
  }
}
