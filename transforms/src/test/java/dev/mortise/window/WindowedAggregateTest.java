package dev.mortise.window;

import static dev.mortise.window.Streams.at;
import static dev.mortise.window.Streams.ms;
import static dev.mortise.window.Streams.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.WindowingStrategy;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

class WindowedAggregateTest {
  private static final EmitMode FINAL = EmitMode.finalOnly();
  private static final WindowSpec TENS = WindowSpec.fixed(ms(10));

  @Test
  void boundaries_aMillisecondToEachSide() {
    Pipeline pipeline = Streams.pipeline();
    PCollection<KV<String, Integer>> rows =
        pipeline.apply(
            "Stream",
            Streams.stream()
                .addElements(
                    row("k", -21, 1),
                    row("k", -20, 2),
                    row("k", -11, 4),
                    row("k", -10, 8),
                    row("k", -1, 16),
                    row("k", 0, 32),
                    row("k", 9, 64),
                    row("k", 10, 128))
                .advanceWatermarkTo(at(9))
                .addElements(row("at9", 9, 1))
                .advanceWatermarkTo(at(10))
                .addElements(row("at10", 9, 1))
                .advanceWatermarkTo(at(19))
                .addElements(row("at19", 9, 1))
                .advanceWatermarkTo(at(20))
                .addElements(row("at20", 9, 1))
                .advanceWatermarkToInfinity());
    // Windows of the rows' own, and more lateness than is asked for: neither plays a part.
    PCollection<KV<String, Integer>> windowed =
        rows.apply(
            "OwnWindows",
            Window.<KV<String, Integer>>into(FixedWindows.of(ms(1_000)))
                .withAllowedLateness(ms(5_000))
                .discardingFiredPanes());
    new Streams()
        .sum("fixed", rows, TENS, FINAL)
        .sum("windowed", windowed, TENS, FINAL)
        .sum("lateness", rows, TENS.withAllowedLateness(ms(10)), FINAL)
        .sum("offset", rows, TENS.withOffset(ms(1)), FINAL)
        .sum("sliding", rows, WindowSpec.sliding(ms(10), ms(8)).withOffset(ms(3)), FINAL)
        .expect(
            """
            fixed: k [-30, -20) = 1 ON_TIME last
            fixed: k [-20, -10) = 6 ON_TIME last
            fixed: k [-10, 0) = 24 ON_TIME last
            fixed: k [0, 10) = 96 ON_TIME last
            fixed: k [10, 20) = 128 ON_TIME last
            fixed: at9 [0, 10) = 1 ON_TIME last
            fixed: at10 1 at 9 too late for 1 at 10
            fixed: at19 1 at 9 too late for 1 at 19
            fixed: at20 1 at 9 too late for 1 at 20
            windowed: k [-30, -20) = 1 ON_TIME last
            windowed: k [-20, -10) = 6 ON_TIME last
            windowed: k [-10, 0) = 24 ON_TIME last
            windowed: k [0, 10) = 96 ON_TIME last
            windowed: k [10, 20) = 128 ON_TIME last
            windowed: at9 [0, 10) = 1 ON_TIME last
            windowed: at10 1 at 9 too late for 1 at 10
            windowed: at19 1 at 9 too late for 1 at 19
            windowed: at20 1 at 9 too late for 1 at 20
            lateness: k [-30, -20) = 1 ON_TIME last
            lateness: k [-20, -10) = 6 ON_TIME last
            lateness: k [-10, 0) = 24 ON_TIME
            lateness: k [0, 10) = 96 ON_TIME
            lateness: k [10, 20) = 128 ON_TIME
            lateness: at9 [0, 10) = 1 ON_TIME
            lateness: at10 [0, 10) = 1 LATE
            lateness: at19 [0, 10) = 1 LATE
            lateness: at20 1 at 9 too late for 1 at 20
            offset: k [-29, -19) = 3 ON_TIME last
            offset: k [-19, -9) = 12 ON_TIME last
            offset: k [-9, 1) = 48 ON_TIME last
            offset: k [1, 11) = 192 ON_TIME last
            offset: at9 [1, 11) = 1 ON_TIME last
            offset: at10 [1, 11) = 1 ON_TIME last
            offset: at19 1 at 9 too late for 1 at 19
            offset: at20 1 at 9 too late for 1 at 20
            sliding: k [-29, -19) = 3 ON_TIME last
            sliding: k [-21, -11) = 3 ON_TIME last
            sliding: k [-13, -3) = 12 ON_TIME last
            sliding: k [-5, 5) = 48 ON_TIME last
            sliding: k [3, 13) = 192 ON_TIME last
            sliding: at9 [3, 13) = 1 ON_TIME last
            sliding: at10 [3, 13) = 1 ON_TIME last
            sliding: at19 1 at 9 too late for 1 at 19
            sliding: at20 1 at 9 too late for 1 at 20
            """);
    pipeline.run().waitUntilFinish();
  }

  @Test
  void everyRow_isCountedInOnePlace_andNoWindowWithoutRowsComesOut() {
    Pipeline pipeline = Streams.pipeline();
    PCollection<KV<String, Integer>> rows =
        pipeline.apply(
            "Stream",
            Streams.stream()
                .addElements(row("a", 1, 1), row("a", 9, 2), row("a", 41, 4))
                .advanceWatermarkTo(at(12))
                .addElements(row("a", 9, 8), row("a", 3, 16), row("b", 3, 32))
                .advanceWatermarkToInfinity());
    new Streams()
        .sum("slides", rows, WindowSpec.sliding(ms(10), ms(5)), FINAL)
        .expect(
            """
            slides: a 16 at 3 too late for 2 at 12
            slides: b 32 at 3 too late for 2 at 12
            slides: a [-5, 5) = 1 ON_TIME last
            slides: a [0, 10) = 3 ON_TIME last
            slides: a [5, 15) = 10 ON_TIME last
            slides: a [35, 45) = 4 ON_TIME last
            slides: a [40, 50) = 4 ON_TIME last
            """);
    PipelineResult run = pipeline.run();
    run.waitUntilFinish();
    assertThat(counters(run))
        .isEqualTo(
            Map.of("rows", 6L, "too_late_rows", 2L, "windows_missed", 1L, "panes_on_time", 5L));
    assertThat(WindowMetrics.names()).containsAll(counters(run).keySet());
  }

  private static Map<String, Long> counters(PipelineResult run) {
    Map<String, Long> counters = new TreeMap<>();
    run.metrics()
        .queryMetrics(
            MetricsFilter.builder()
                .addNameFilter(MetricNameFilter.inNamespace("windowed_aggregate"))
                .build())
        .getCounters()
        .forEach(
            counter ->
                counters.merge(counter.getName().getName(), counter.getAttempted(), Long::sum));
    return counters;
  }

  @Test
  void bounded_givesOnePaneForEachWindow_inEveryMode() {
    Pipeline pipeline = Streams.pipeline();
    PCollection<KV<String, Integer>> rows =
        pipeline.apply(
            "Batch",
            Create.timestamped(row("k", 9, 1), row("k", -11, 2), row("k", 1, 4), row("j", 9, 8))
                .withCoder(Streams.ROWS));
    new Streams()
        .sum("final", rows, TENS.withAllowedLateness(ms(5)), FINAL)
        .sum("updates", rows, TENS, EmitMode.updates(ms(1)))
        .sum("early", rows, WindowSpec.session(ms(9)), EmitMode.earlyAndFinal(ms(1)))
        .expect(
            """
            final: k [-20, -10) = 2 ON_TIME last
            final: k [0, 10) = 5 ON_TIME last
            final: j [0, 10) = 8 ON_TIME last
            updates: k [-20, -10) = 2 ON_TIME last
            updates: k [0, 10) = 5 ON_TIME last
            updates: j [0, 10) = 8 ON_TIME last
            early: k [-11, -2) = 2 ON_TIME last
            early: k [1, 18) = 5 ON_TIME last
            early: j [9, 18) = 8 ON_TIME last
            """);
    pipeline.run().waitUntilFinish();
  }

  @Test
  void nullKeys_areAKey() {
    Pipeline pipeline = Streams.pipeline();
    PCollection<KV<String, Integer>> rows =
        pipeline.apply(
            "Stream",
            TestStream.create(KvCoder.of(NullableCoder.of(StringUtf8Coder.of()), VarIntCoder.of()))
                .addElements(withNull(1, 1), withNull(2, 2), row("k", 2, 4))
                .advanceWatermarkTo(at(10))
                .addElements(withNull(3, 8))
                .advanceWatermarkToInfinity());
    new Streams()
        .sum("fixed", rows, TENS, FINAL)
        .expect(
            """
            fixed: null 8 at 3 too late for 1 at 10
            fixed: null [0, 10) = 3 ON_TIME last
            fixed: k [0, 10) = 4 ON_TIME last
            """);
    pipeline.run().waitUntilFinish();
  }

  @SuppressWarnings("NullAway") // What this test is about.
  private static TimestampedValue<KV<String, Integer>> withNull(long time, int value) {
    return TimestampedValue.of(KV.of(null, value), at(time));
  }

  @Test
  void outputs_areInTheGlobalWindow_andHaveCoders() {
    WindowedAggregateResult<String, Integer, Integer> result =
        Streams.pipeline()
            .apply("Stream", Streams.stream().advanceWatermarkToInfinity())
            .apply("Sum", WindowedAggregate.of(TENS, FINAL, Sum.ofIntegers()));
    assertThat(result.panes().getCoder())
        .isEqualTo(new WindowPaneCoder<>(StringUtf8Coder.of(), VarIntCoder.of()));
    assertThat(result.tooLate().getCoder())
        .isEqualTo(new TooLateRowCoder<>(StringUtf8Coder.of(), VarIntCoder.of()));
    assertThat(result.panes().getWindowingStrategy()).isEqualTo(WindowingStrategy.globalDefault());
    assertThat(result.tooLate().getWindowingStrategy())
        .isEqualTo(WindowingStrategy.globalDefault());
    assertThat(result.expand()).hasSize(2);
  }

  @Test
  void displayData_showsEverySetting() {
    DisplayData data =
        DisplayData.from(
            WindowedAggregate.of(
                TENS.withAllowedLateness(ms(5)),
                EmitMode.updates(Duration.standardSeconds(3)),
                Sum.ofIntegers()));
    assertThat(data.items())
        .extracting(item -> item.getKey() + "=" + item.getValue())
        .contains(
            "window=fixed 10ms, allowed lateness 5ms", "emit=updates 3s", "allowedLateness=5");
    assertThat(data.items()).extracting(DisplayData.Item::getKey).contains("aggregate");
  }

  @Test
  void whatIsWrong_isSaid() {
    Pipeline pipeline = Pipeline.create();
    WindowedAggregate<Double, Integer, Integer> byDouble =
        WindowedAggregate.of(TENS, FINAL, Sum.ofIntegers());
    PCollection<KV<Double, Integer>> doubles =
        pipeline.apply("Doubles", Create.empty(KvCoder.of(DoubleCoder.of(), VarIntCoder.of())));
    assertThatThrownBy(() -> doubles.apply("Unequal", byDouble))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("key coder must be deterministic, but is DoubleCoder");
    WindowedAggregate<String, Integer, Integer> byString =
        WindowedAggregate.of(TENS, FINAL, Sum.ofIntegers());
    PCollection<KV<String, Integer>> slid =
        pipeline
            .apply("Rows", Create.empty(Streams.ROWS))
            .apply("Slide", Window.into(SlidingWindows.of(ms(10)).every(ms(5))));
    assertThatThrownBy(() -> slid.apply("Twice", byString))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a row of the input must be in one window");
  }
}
