package dev.mortise.pipeline.summary;

import dev.mortise.join.JoinInterval;
import dev.mortise.join.JoinType;
import dev.mortise.pipeline.spec.JoinSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.joda.time.Duration;

/** A run of orders and payments, as its counters tell it. */
public final class Counted {
  private Counted() {}

  /** A spec that has what a summary needs: names. */
  public static PipelineSpec spec() {
    return new PipelineSpec(
        Path.of("spec.yaml"),
        "orders-payments",
        Map.of(),
        new JoinSpec(
            "orders",
            "payments",
            List.of("order_id"),
            List.of("order_id"),
            JoinType.FULL,
            JoinInterval.between(Duration.ZERO, Duration.standardMinutes(30))),
        Map.of(),
        Map.of());
  }

  /** 1,004 orders, 4 payments, 3 pairs. */
  public static FakeMetrics orders() {
    return new FakeMetrics()
        .attempted("Read", "inputs", "orders_rows_read", 1_004)
        .attempted("Parse", "inputs", "orders_dead_letters", 1)
        .attempted("Read", "inputs", "payments_rows_read", 4)
        .attempted("Parse", "inputs", "payments_dead_letters", 1)
        .attempted("Join", "interval_join", "left_rows_stored", 1_003)
        .attempted("Join", "interval_join", "left_rows_expired", 1_002)
        .attempted("Timer", "interval_join", "left_rows_expired", 1)
        .attempted("Join", "interval_join", "left_matched_rows", 3)
        .attempted("Join", "interval_join", "left_unmatched_rows", 1_000)
        .attempted("Join", "interval_join", "right_rows_stored", 3)
        .attempted("Join", "interval_join", "right_rows_expired", 3)
        .attempted("Join", "interval_join", "right_matched_rows", 3)
        .attempted("Join", "interval_join", "right_late_matched_rows", 1)
        .attempted("Join", "interval_join", "pairs", 3)
        .attempted("Gaps", "summary", "gap_min_ms", 60_000)
        .attempted("Gaps", "summary", "gap_p50_ms", 120_000)
        .attempted("Gaps", "summary", "gap_p90_ms", 1_440_000)
        .attempted("Gaps", "summary", "gap_p99_ms", 90_000)
        .attempted("Gaps", "summary", "gap_max_ms", 1_440_000);
  }
}
