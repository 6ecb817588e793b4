package dev.mortise.runner.flink.cluster;
import static org.assertj.core.api.Assertions.assertThat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
final class TrivialIT {
  @Test
  void startsAndLists() {
    long t=System.nanoTime();
    try (LocalFlinkCluster cluster = LocalFlinkCluster.start(FlinkFiles.work().resolve("trivial"), 2, Map.of())) {
      System.out.println("up " + (System.nanoTime()-t)/1e9);
      FlinkCli.Result r = cluster.cli().run(List.of("list"));
      System.out.println(r);
      System.out.println("listed " + (System.nanoTime()-t)/1e9);
      assertThat(r.status()).isEqualTo(0);
    }
  }
}
