package dev.mortise.pipeline.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.join.JoinSide;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CounterTotalsTest {
  @Test
  void sumsACounterOverItsSteps() {
    CounterTotals totals =
        CounterTotals.of(
            new FakeMetrics()
                .attempted("JoinStreams/AssignShardLeft", "interval_join", "pairs", 2)
                .attempted("JoinStreams/JoinShards", "interval_join", "pairs", 3));

    assertThat(totals.get("interval_join", "pairs")).isEqualTo(5);
  }

  @Test
  void prefersCommittedValues_whereTheRunnerKnowsThem() {
    CounterTotals totals =
        CounterTotals.of(new FakeMetrics().committed("Read", "inputs", "orders_rows_read", 4, 9));

    assertThat(totals.get("inputs", "orders_rows_read")).isEqualTo(4);
  }

  @Test
  void leavesCountersOfOthersAlone() {
    CounterTotals totals =
        CounterTotals.of(new FakeMetrics().attempted("Write", "somebody", "pairs", 7));

    assertThat(totals.get("interval_join", "pairs")).isZero();
    assertThat(totals.has("somebody", Set.of("pairs"))).isFalse();
  }

  @Test
  void countersOfASideBearItsName() {
    assertThat(MetricNames.ofSide(JoinSide.RIGHT, "late_rows")).isEqualTo("right_late_rows");
  }
}
