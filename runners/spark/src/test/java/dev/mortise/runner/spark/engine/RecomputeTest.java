package dev.mortise.runner.spark.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.beam.sdk.Pipeline.PipelineExecutionException;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import org.junit.jupiter.api.Test;
import scala.collection.JavaConverters;

/** Work that is done once more gives what it gave before, and counts once. */
class RecomputeTest {

  /** Fails the first attempt of every third task that reads rows, halfway. */
  static final class FailOnceFn extends DoFn<KV<String, Integer>, KV<String, Integer>> {
    private static final long serialVersionUID = 1L;
    static final Set<String> FAILED = ConcurrentHashMap.newKeySet();
    private int rows;

    @ProcessElement
    public void process(@Element KV<String, Integer> row, OutputReceiver<KV<String, Integer>> out) {
      TaskContext task = TaskContext.get();
      String name = task.stageId() + "/" + task.partitionId();
      if (++rows == 7 && task.stageId() % 3 == 0 && FAILED.add(name)) {
        throw new IllegalStateException("The first attempt of " + name);
      }
      out.output(row);
    }
  }

  private static BufferJob job(DoFn<KV<String, Integer>, KV<String, Integer>> between) {
    return BufferJob.of(Steps.stepwise(BufferJob.steps(7).toArray(new Steps.Step[0])), between);
  }

  private static void assertSame(
      BufferJob job, PipelineResult result, BufferJob calm, PipelineResult calmResult) {
    assertThat(job.totals.all()).containsExactlyInAnyOrderElementsOf(calm.totals.all());
    assertThat(job.windows.all()).containsExactlyInAnyOrderElementsOf(calm.windows.all());
    assertThat(BufferJob.rows(job.windows.all())).isEqualTo(600);
    for (PipelineResult one : List.of(result, calmResult)) {
      assertThat(Engine.counter(one, BufferFn.class, "emitted")).isEqualTo(600);
    }
  }

  @Test
  void aTaskThatFailsIsRunAgain_withTheSameResult() {
    BufferJob calm = job(new BufferJob.SameFn());
    PipelineResult calmResult = Engine.run(calm.pipeline);
    BufferJob job = job(new FailOnceFn());
    PipelineResult result = Engine.run(job.pipeline);

    assertThat(FailOnceFn.FAILED).as("tasks that failed").isNotEmpty();
    assertSame(job, result, calm, calmResult);
  }

  @Test
  void lostBlocksAreComputedAgain_fromTheStateOfTheBatchBefore() {
    BufferJob calm = job(new BufferJob.SameFn());
    PipelineResult calmResult = Engine.run(calm.pipeline);
    long seed = 20260105;
    System.out.println("blocks dropped by seed " + seed);
    Random random = new Random(seed);
    BufferJob job = job(new BufferJob.SameFn());
    int[] dropped = {0};
    PipelineResult result =
        Engine.run(
            job.pipeline,
            (batch, progress) -> {
              if (random.nextInt(2) == 0) {
                dropped[0] += dropBlocks();
              }
            });

    assertThat(dropped[0]).isGreaterThan(10);
    assertSame(job, result, calm, calmResult);
  }

  /** As if all executors were gone: with them their blocks, and what they were to send. */
  private static int dropBlocks() {
    int dropped = 0;
    for (RDD<?> rdd :
        JavaConverters.mapAsJavaMap(Engine.spark().sc().getPersistentRDDs()).values().stream()
            .map(found -> (RDD<?>) found)
            .toList()) {
      org.apache.spark.storage.StorageLevel level = rdd.getStorageLevel();
      rdd.unpersist(true);
      rdd.persist(level);
      dropped++;
    }
    MapOutputTrackerMaster shuffles = (MapOutputTrackerMaster) SparkEnv.get().mapOutputTracker();
    for (Object shuffle :
        JavaConverters.asJavaCollection(shuffles.shuffleStatuses().keys().toList())) {
      shuffles.unregisterAllMapAndMergeOutput((Integer) shuffle);
    }
    return dropped;
  }

  /** Fails for good. */
  static final class FailFn extends DoFn<KV<String, Integer>, KV<String, Integer>> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void process() throws IOException {
      throw new IOException("the user's own");
    }
  }

  @Test
  void whatUserCodeThrows_endsTheRun_andIsItsCause() {
    PipelineResult result = Engine.start(job(new FailFn()).pipeline, null, (batch, progress) -> {});

    assertThatThrownBy(result::waitUntilFinish)
        .isInstanceOf(PipelineExecutionException.class)
        .cause()
        .isInstanceOf(IOException.class)
        .hasMessage("the user's own");
    assertThat(result.getState()).isEqualTo(PipelineResult.State.FAILED);
  }

  @Test
  void aRunThatIsCancelled_saysSo() throws IOException {
    Steps.Step[] endless = {Steps.row("a", 1, 0), new Steps.Wait(Integer.MAX_VALUE)};
    PipelineResult result =
        Engine.start(
            BufferJob.of(Steps.of(endless), new BufferJob.SameFn()).pipeline,
            null,
            (batch, progress) -> {});

    assertThat(result.waitUntilFinish(org.joda.time.Duration.millis(1))).isNull();
    assertThat(result.getState()).isEqualTo(PipelineResult.State.RUNNING);
    assertThat(result.cancel()).isEqualTo(PipelineResult.State.CANCELLED);
    assertThat(result.getState()).isEqualTo(PipelineResult.State.CANCELLED);
  }
}
