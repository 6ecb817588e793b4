package dev.mortise.runner.flink.cluster;
import static org.assertj.core.api.Assertions.assertThat;
import java.util.*;
import org.junit.jupiter.api.Test;
import org.awaitility.Awaitility;
import java.time.Duration;
final class MetricsIT {
  private final LocalFlinkCluster cluster = SharedCluster.get();
  @Test
  void x() throws Exception {
    ClusterJob job = ClusterJob.script(cluster, "metrics", 5, List.of("--checkpointingInterval=1000"));
    job.submit();
    job.awaitOutput(0.3);
    job.awaitCheckpoints(2);
    PrometheusScrape s = PrometheusScrape.of(SharedCluster.reporterPorts());
    s.names().forEach(n -> System.out.println("NAME " + n + " " + s.samples(n).size()));
    for (String n : s.names()) if (n.contains("mortise") || n.contains("interval_join") || n.contains("inputs_")||n.contains("Watermark")||n.contains("ackPressured")||n.contains("summary")) s.samples(n).forEach(x -> System.out.println("SAMPLE " + x));
    job.awaitEnd();
    PrometheusScrape t = PrometheusScrape.of(SharedCluster.reporterPorts());
    t.names().forEach(n -> System.out.println("AFTER " + n + " " + t.samples(n).size()));
  }
}
