package dev.mortise.runner.spark.engine;

import static dev.mortise.runner.spark.engine.Steps.row;
import static dev.mortise.runner.spark.engine.Steps.watermark;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.metrics.DistributionResult;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

/** DoFns with state and timers. */
class StatefulTest {

  @Test
  void rowsThatWaitInState_holdTheWatermark_andNoWindowBehindLosesOne() {
    BufferJob job =
        BufferJob.of(
            Steps.stepwise(BufferJob.steps(1).toArray(new Steps.Step[0])), new BufferJob.SameFn());
    PipelineResult result = Engine.run(job.pipeline);

    assertThat(BufferJob.rows(job.windows.all())).isEqualTo(600);
    assertThat(BufferJob.byWindow(job.windows.all())).hasSize(job.windows.all().size());
    assertThat(Engine.counter(result, "DroppedDueToLateness")).isZero();
    assertThat(Engine.counter(result, BufferFn.class, "emitted")).isEqualTo(600);
    DistributionResult values =
        result
            .metrics()
            .queryMetrics(
                MetricsFilter.builder()
                    .addNameFilter(MetricNameFilter.named(BufferFn.class, "values"))
                    .build())
            .getDistributions()
            .iterator()
            .next()
            .getAttempted();
    assertThat(values.getCount()).isEqualTo(600);
    assertThat(values.getMax()).isEqualTo(8);
  }

  @Test
  void everyKindOfState_keepsWhatItIsGiven_fromBatchToBatch() {
    BufferJob job =
        BufferJob.of(
            Steps.stepwise(
                row("a", 3, 10),
                row("b", 1, 11),
                watermark(100),
                row("a", 3, 200),
                row("a", 4, 150),
                watermark(500),
                watermark(900),
                row("a", 5, 950),
                watermark(1011),
                watermark(1012),
                row("a", 7, 2000)),
            new BufferJob.SameFn());
    Engine.run(job.pipeline);

    assertThat(job.totals.all())
        .containsExactly(
            "a: 4 rows, 3 different, 1 repeats, sum 15",
            "b: 1 rows, 1 different, 0 repeats, sum 1",
            "a: 1 rows, 1 different, 0 repeats, sum 7");
  }

  @Test
  void keysWithoutStateAndTimers_areRemoved() {
    BufferJob job =
        BufferJob.of(
            Steps.stepwise(
                row("a", 1, 10),
                row("b", 2, 10),
                watermark(20),
                row("c", 3, 30),
                watermark(1011),
                watermark(5000),
                row("d", 4, 5000)),
            new BufferJob.SameFn());
    Map<Long, Long> keys = new ConcurrentHashMap<>();
    Engine.run(job.pipeline, (batch, progress) -> keys.put(batch, Tests.keys(progress, "Buffer")));

    assertThat(keys).containsExactlyInAnyOrderEntriesOf(Map.of(0L, 2L, 1L, 1L, 2L, 0L, 3L, 0L));
  }

  /** Emits a key's beats: one each millisecond of processing time, for ever. */
  static final class BeatFn extends DoFn<KV<String, Integer>, String> {
    private static final long serialVersionUID = 1L;

    @TimerId("beat")
    private final TimerSpec beatSpec = TimerSpecs.timer(TimeDomain.PROCESSING_TIME);

    @TimerId("end")
    private final TimerSpec endSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

    @ProcessElement
    public void process(
        @Element KV<String, Integer> row, @TimerId("beat") Timer beat, @TimerId("end") Timer end) {
      beat.offset(Duration.millis(row.getValue())).setRelative();
      end.set(GlobalWindow.INSTANCE.maxTimestamp());
    }

    @OnTimer("beat")
    public void beat(@Key String key, @TimerId("beat") Timer beat, OutputReceiver<String> out) {
      out.output("beat of " + key);
      beat.offset(Duration.millis(1)).setRelative();
    }

    @OnTimer("end")
    public void end(@Key String key, OutputReceiver<String> out) {
      out.output("end of " + key);
    }
  }

  @Test
  void processingTimeTimersFire_whileThereAreNoRows() {
    Pipeline pipeline = Engine.pipeline();
    Engine.Seen<String> seen =
        Engine.Seen.of(
            pipeline
                .apply(
                    "Read",
                    Read.from(Steps.of(row("a", 1, 0), new Steps.Wait(30), row("b", 1000, 1))))
                .apply("Beat", ParDo.of(new BeatFn())));
    Engine.run(pipeline);

    List<String> all = seen.all();
    assertThat(all.stream().filter("beat of a"::equals)).hasSizeGreaterThan(3);
    assertThat(all.stream().filter("end of a"::equals)).hasSize(1);
  }

  @Test
  void theRunEnds_thoughATimerSetsItselfForEver_andWhatIsPendingFiresOnce() {
    Pipeline pipeline = Engine.pipeline();
    Engine.Seen<String> seen =
        Engine.Seen.of(
            pipeline
                .apply("Read", Read.from(Steps.of(row("a", 3_600_000, 0))))
                .apply("Beat", ParDo.of(new BeatFn())));
    Engine.run(pipeline);

    assertThat(seen.all()).containsExactly("beat of a", "end of a");
  }
}
