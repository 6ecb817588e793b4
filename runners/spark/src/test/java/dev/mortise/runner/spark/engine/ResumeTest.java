package dev.mortise.runner.spark.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.Pipeline.PipelineExecutionException;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.PipelineResult.State;
import org.apache.beam.sdk.io.Read;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that stop, and go on from their checkpoint directory in a run of its own. */
class ResumeTest {
  @TempDir Path folder;

  private static BufferJob job() {
    return BufferJob.of(
        Steps.stepwise(BufferJob.steps(11).toArray(new Steps.Step[0])), new BufferJob.SameFn());
  }

  /** Runs until a batch is done, and fails then, with nothing written but what was before. */
  private void runUntil(BufferJob job, long batch) {
    PipelineResult result =
        Engine.start(
            job.pipeline,
            folder.toString(),
            (done, progress) -> {
              if (done == batch) {
                throw new IllegalStateException("pulled the plug");
              }
            });
    assertThatThrownBy(result::waitUntilFinish)
        .isInstanceOf(PipelineExecutionException.class)
        .hasMessageContaining("pulled the plug");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 7, 13})
  void aJobGoesOn_whereverItStopped(long batch) throws Exception {
    BufferJob calm = job();
    Engine.run(calm.pipeline);
    BufferJob first = job();
    runUntil(first, batch);
    BufferJob second = job();
    long[] earliest = {Long.MAX_VALUE};
    PipelineResult result =
        Engine.start(
            second.pipeline,
            folder.toString(),
            (done, progress) -> earliest[0] = Math.min(earliest[0], done));

    assertThat(result.waitUntilFinish()).isEqualTo(State.DONE);
    assertThat(earliest[0])
        .as("first batch of the second run")
        .isEqualTo(batch / 3 * 3 + (batch % 3 == 2 ? 3 : 0));
    // What the first run emitted behind its checkpoint, the second emits again, the same.
    List<String> all =
        Stream.concat(first.totals.all().stream(), second.totals.all().stream()).toList();
    assertThat(all.stream().distinct())
        .containsExactlyInAnyOrderElementsOf(calm.totals.all().stream().distinct().toList());
    assertThat(calm.totals.all()).containsAll(second.totals.all());
    assertThat(Engine.counter(result, BufferFn.class, "emitted"))
        .as("counters go on from the checkpoint")
        .isEqualTo(600);
  }

  @Test
  void aFinishedJob_isDoneAtOnce_andStillTellsItsMetrics() throws Exception {
    Engine.start(job().pipeline, folder.toString(), (batch, progress) -> {}).waitUntilFinish();
    JobInfo found = Objects.requireNonNull(MicroBatchRunner.find(folder.toString()));
    assertThat(found.finished()).isTrue();
    assertThat(found.signature()).isEqualTo("test");

    BufferJob again = job();
    PipelineResult result =
        Engine.start(again.pipeline, folder.toString(), (batch, progress) -> {});

    assertThat(result.waitUntilFinish()).isEqualTo(State.DONE);
    assertThat(again.totals.all()).isEmpty();
    assertThat(Engine.counter(result, BufferFn.class, "emitted")).isEqualTo(600);
  }

  @Test
  void theDirectoryOfAnotherPipeline_isRefused_byItsSteps() {
    runUntil(job(), 4);
    Pipeline other = Engine.pipeline();
    other
        .apply("Read", Read.from(Steps.of(Steps.row("a", 1, 1))))
        .apply("Other", org.apache.beam.sdk.transforms.ParDo.of(new SourcesTest.LeadFn()));

    assertThatThrownBy(() -> Engine.start(other, folder.toString(), (batch, progress) -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("--checkpointDir: must hold the state of this pipeline's steps")
        .hasMessageContaining("Other");
  }

  @Test
  void anEmptyDirectory_holdsNoJob() throws Exception {
    assertThat(MicroBatchRunner.find(folder.toString())).isNull();
  }

  @Test
  void onlyTheLastTwoCheckpointsAreKept() throws Exception {
    Engine.start(job().pipeline, folder.toString(), (batch, progress) -> {}).waitUntilFinish();

    try (Stream<Path> snapshots = Files.list(folder.resolve("snapshots"))) {
      assertThat(snapshots).hasSize(2);
    }
    try (Stream<Path> states = Files.list(folder.resolve("state"))) {
      assertThat(states).hasSizeLessThanOrEqualTo(2);
    }
    try (Stream<Path> plans = Files.list(folder.resolve("plans"))) {
      assertThat(plans).hasSizeLessThanOrEqualTo(6);
    }
  }
}
