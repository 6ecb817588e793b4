package dev.mortise.runner.flink;

import dev.mortise.conformance.ConformanceSuite;
import dev.mortise.conformance.Mode;
import dev.mortise.conformance.Target;
import java.util.List;

/** The suite that every runner passes, on Flink, embedded. */
class FlinkConformanceTest extends ConformanceSuite {
  private static final List<List<String>> PARALLELISMS =
      List.of(List.of("--parallelism=1"), List.of("--parallelism=4"));

  @Override
  protected List<Target> targets() {
    return List.of(
        new Target(Mode.FLINK_BATCH, FlinkAdapter::new, PARALLELISMS),
        new Target(Mode.FLINK_STREAMING, FlinkAdapter::new, PARALLELISMS));
  }
}
