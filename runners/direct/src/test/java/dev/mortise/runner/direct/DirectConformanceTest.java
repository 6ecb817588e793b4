package dev.mortise.runner.direct;

import dev.mortise.conformance.ConformanceSuite;
import dev.mortise.conformance.Mode;
import dev.mortise.conformance.Target;
import java.util.List;

/** The suite that every runner passes, on the Direct runner. */
class DirectConformanceTest extends ConformanceSuite {
  private static final List<List<String>> PARALLELISMS =
      List.of(List.of("--targetParallelism=1", "--joinShards=1"), List.of("--targetParallelism=4"));

  @Override
  protected List<Target> targets() {
    return List.of(
        new Target(Mode.DIRECT_BATCH, DirectAdapter::new, PARALLELISMS),
        new Target(Mode.DIRECT_STREAMING, DirectAdapter::new, PARALLELISMS));
  }

  @Override
  protected boolean runsBothWays() {
    return true;
  }

  @Override
  protected int randomScripts() {
    return isLong() ? 50 : 10;
  }
}
