package dev.mortise.runner.spark.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a job writes down of its batches. */
class BatchPlanTest {
  @TempDir Path folder;

  private static final List<SplitPlan> SPLITS =
      List.of(
          new SplitPlan(0, null, new byte[] {1, -2}, 3, BatchTimes.START),
          new SplitPlan(1, new byte[0], new byte[] {7}, 0, BatchTimes.END));

  @Test
  void plansAndSnapshots_areReadAsTheyWereWritten() throws IOException {
    BatchPlan plan = new BatchPlan(12, 1_767_600_000_123L, SPLITS);
    assertThat(BatchPlan.fromJson(plan.toJson())).isEqualTo(plan);

    Snapshot snapshot =
        new Snapshot(
            12,
            5,
            SPLITS,
            Map.of("a/b", -3L),
            Map.of("a", List.of("state/1", "state/2")),
            List.of(new byte[] {4}),
            false);
    Snapshot read = Snapshot.fromJson(snapshot.toJson());
    assertThat(read.splits()).isEqualTo(SPLITS);
    assertThat(read.watermarks()).isEqualTo(snapshot.watermarks());
    assertThat(read.state()).isEqualTo(snapshot.state());
    assertThat(read.metrics()).containsExactly(new byte[] {4});
  }

  @Test
  void whatALaterReleaseWrote_isRefused() {
    String later = new BatchPlan(1, 2, SPLITS).toJson().replace("\"version\":1", "\"version\":2");

    assertThatThrownBy(() -> BatchPlan.fromJson(later))
        .hasMessageContaining("a plan must be of version 1, but is of 2");
    assertThatThrownBy(() -> Snapshot.fromJson(later))
        .hasMessageContaining("a snapshot must be of version 1, but is of 2");
    assertThatThrownBy(() -> JobInfo.fromJson("{\"version\": 3}", false))
        .hasMessageContaining("job.json must be of version 1, but is of 3");
  }

  @Test
  void aStoreGivesThePlansBehindACheckpoint_andStopsWhereOneIsMissing() throws IOException {
    JobStore store = new JobStore(folder.toString());
    for (long batch : new long[] {4, 5, 6, 8}) {
      store.write(new BatchPlan(batch, batch, SPLITS));
    }

    assertThat(store.plansAfter(4)).extracting(BatchPlan::batch).containsExactly(5L, 6L);
    assertThat(store.plansAfter(-1)).isEmpty();
    assertThat(store.newestSnapshot()).isNull();
  }
}
