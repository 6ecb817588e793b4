package dev.mortise.runner.flink;

import dev.mortise.conformance.ConformanceSuite;
import dev.mortise.conformance.Mode;
import dev.mortise.conformance.Target;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * The suite that every runner passes, on Flink, in this JVM. Starting a cluster costs more than
 * most of its jobs do, so most share one; the others, the large streams among them, have a cluster
 * of their own as a user's run has, and in the long suite all do.
 */
class FlinkConformanceTest extends ConformanceSuite {
  private static final int MOST_PARALLEL = 4;

  /** One of so many jobs has a cluster of its own: at least one of each kind, in each mode. */
  private static final int TURNS = 8;

  private SessionCluster cluster;

  @BeforeAll
  void startCluster() throws Exception {
    cluster = new SessionCluster(MOST_PARALLEL);
  }

  @AfterAll
  void stopCluster() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Override
  protected List<Target> targets() {
    return List.of(
        new Target(Mode.FLINK_BATCH, FlinkAdapter::new, parallelisms()),
        new Target(Mode.FLINK_STREAMING, FlinkAdapter::new, parallelisms()));
  }

  private List<List<String>> parallelisms() {
    String one = "--parallelism=1";
    String four = "--parallelism=" + MOST_PARALLEL;
    if (isLong()) {
      return List.of(List.of(one), List.of(four));
    }
    String shared = cluster.master();
    List<List<String>> turns = new ArrayList<>();
    for (int turn = 0; turn < TURNS / 2; turn++) {
      turns.add(List.of(one, shared));
      turns.add(List.of(four, shared));
    }
    turns.set(TURNS - 1, List.of(four));
    return turns;
  }
}
