package dev.mortise.runner.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

class StepIdsTest {
  @Test
  void aNameHasTheIdThatItsStepHasInAJob() {
    StreamExecutionEnvironment job = new StreamExecutionEnvironment(new Configuration());
    job.fromSequence(0, 9)
        .uid("Read/Numbers")
        .map(number -> number + 1)
        .uid("Add/ParMultiDo(One)")
        .print();

    Map<String, OperatorID> ids = StepIds.of(List.of("Add/ParMultiDo(One)", "Read/Numbers", "X"));

    assertThat(ids).containsOnlyKeys("Add/ParMultiDo(One)", "Read/Numbers", "X");
    assertThat(StepIds.of(job.getStreamGraph()))
        .hasSize(3)
        .contains(ids.get("Add/ParMultiDo(One)"), ids.get("Read/Numbers"))
        .doesNotContain(ids.get("X"));
  }
}
