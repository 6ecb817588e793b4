package dev.mortise.runner.flink.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.join.JoinMetrics;
import dev.mortise.pipeline.source.InputMetrics;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the dashboard and the alerts name of Mortise is counted by Mortise. */
final class MonitoringTest {
  private static final Pattern OURS =
      Pattern.compile(MonitoredNames.COUNTER + "(interval_join|inputs|summary)_.*");

  @Test
  void everyCounterThatIsMonitoredIsInTheCode() throws IOException {
    Set<String> counted = new TreeSet<>();
    JoinMetrics.names()
        .forEach(name -> counted.add(MonitoredNames.COUNTER + JoinMetrics.NAMESPACE + "_" + name));
    String inputs = MonitoredNames.COUNTER + InputMetrics.NAMESPACE + "_";
    counted.add(inputs + InputMetrics.rowsRead("orders"));
    counted.add(inputs + InputMetrics.deadLetters("orders"));

    Set<String> monitored = new TreeSet<>(MonitoredNames.all());
    monitored.removeIf(name -> !OURS.matcher(name).matches());

    assertThat(monitored)
        .hasSizeGreaterThan(15)
        .allSatisfy(name -> assertThat(counted).anyMatch(known -> known.matches(name)));
  }

  @Test
  void everySideIsMonitoredAsTheOther() throws IOException {
    Set<String> names = MonitoredNames.all();

    assertThat(names)
        .filteredOn(name -> name.contains("_left_"))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(names).contains(name.replace("_left_", "_right_")));
  }
}
