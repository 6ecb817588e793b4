package dev.mortise.pipeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.join.JoinInterval;
import dev.mortise.pipeline.summary.CounterTotals;
import dev.mortise.pipeline.summary.FakeMetrics;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

class GapBucketsTest {
  private static GapBuckets buckets(long lower, long upper) {
    return GapBuckets.of(JoinInterval.between(Duration.millis(lower), Duration.millis(upper)));
  }

  @Test
  void coversTheBoundWithoutHoles() {
    GapBuckets buckets = buckets(-1_500, 7_000);

    assertThat(buckets.buckets().get(0).from()).isEqualTo(-1_500);
    for (int i = 1; i < buckets.buckets().size(); i++) {
      assertThat(buckets.buckets().get(i).from()).isEqualTo(buckets.buckets().get(i - 1).to());
    }
    assertThat(buckets.buckets().get(buckets.buckets().size() - 1).to()).isEqualTo(7_000);
  }

  @Test
  void countsPairsOnceWhateverTheirSign() {
    CounterTotals totals =
        CounterTotals.of(
            new FakeMetrics()
                .attempted("Join", "interval_join", "gap_ms_le_0", 1)
                .attempted("Join", "interval_join", "gap_ms_le_1", 2)
                .attempted("Join", "interval_join", "gap_ms_le_10000", 4)
                .attempted("Join", "interval_join", "negative_gap_ms_le_2000", 8));

    assertThat(buckets(-1_500, 7_000).counts(totals).stream().mapToLong(n -> n).sum())
        .isEqualTo(15);
    assertThat(buckets(-1_500, 7_000).counts(totals)).startsWith(8L).endsWith(4L).contains(3L);
  }
}
