package dev.mortise.runner.flink.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.conformance.BrokenLine;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.ScriptOracle;
import dev.mortise.join.JoinMetrics;
import dev.mortise.join.JoinSide;
import dev.mortise.runner.flink.deploy.MonitoredNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What Flink's Prometheus reporter says of a running job is what dashboard and alerts ask for. */
final class MetricsIT {
  private static final String COUNTERS = MonitoredNames.COUNTER + JoinMetrics.NAMESPACE + "_";

  private final LocalFlinkCluster cluster = SharedCluster.get();

  @Test
  void theReporterHasEverythingThatIsMonitored() throws IOException {
    ClusterJob job = job();
    job.submit();
    job.awaitOutput(0.3);
    job.awaitCheckpoints(2);

    PrometheusScrape scrape = PrometheusScrape.of(SharedCluster.reporterPorts());

    Set<String> names = scrape.names();
    assertThat(MonitoredNames.all())
        .allSatisfy(asked -> assertThat(names).anyMatch(name -> name.matches(asked)));
    Set<String> counted = new TreeSet<>();
    JoinMetrics.names().forEach(name -> counted.add(COUNTERS + name));
    assertThat(names).filteredOn(name -> name.startsWith(COUNTERS)).isSubsetOf(counted);
    assertThat(scrape.samples(MonitoredNames.COUNTER + "currentInputWatermark"))
        .as("the step that the watermark is taken from")
        .anyMatch(sample -> sample.labels().contains("operator_name=\"JoinStreams_JoinShards\""));
    assertThat(scrape.samples(COUNTERS + "pairs"))
        .as("what dashboards tell jobs apart by")
        .allMatch(sample -> sample.labels().contains("job_name=\"conformance\""));
    job.awaitEnd();
  }

  private ClusterJob job() throws IOException {
    List<Event> events = new ArrayList<>();
    for (Event event : ScriptScenario.events(5)) {
      if (events.size() % 100 == 0) {
        events.add(new BrokenLine(JoinSide.LEFT, 1_000_000 + events.size()));
        events.add(new BrokenLine(JoinSide.RIGHT, 2_000_000 + events.size()));
      }
      events.add(event);
    }
    Path folder = SharedCluster.folder().resolve("jobs/metrics");
    return new ClusterJob(
        cluster,
        Job.script(folder, ScriptScenario.JOIN, events),
        ScriptOracle.answer(ScriptScenario.JOIN, events),
        List.of("--parallelism=2", "--checkpointingInterval=1000"));
  }
}
