package dev.mortise.runner.spark.engine;

import static dev.mortise.runner.spark.engine.Steps.row;
import static dev.mortise.runner.spark.engine.Steps.watermark;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

/** Groups by key and window. */
class WindowsTest {

  /** Tells a group with its window and pane. */
  static final class TellFn extends DoFn<KV<String, Iterable<Integer>>, String> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void tell(
        @Element KV<String, Iterable<Integer>> group,
        BoundedWindow window,
        PaneInfo pane,
        OutputReceiver<String> out) {
      TreeSet<Integer> values = new TreeSet<>();
      group.getValue().forEach(values::add);
      out.output(told((IntervalWindow) window, pane) + group.getKey() + values);
    }
  }

  /** Tells a sum with its window and pane. */
  static final class TellSumFn extends DoFn<KV<String, Integer>, String> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void tell(
        @Element KV<String, Integer> sum,
        BoundedWindow window,
        PaneInfo pane,
        OutputReceiver<String> out) {
      out.output(told((IntervalWindow) window, pane) + sum.getKey() + "=" + sum.getValue());
    }
  }

  private static String told(IntervalWindow window, PaneInfo pane) {
    return String.format(
        "%d-%d %s %d: ",
        window.start().getMillis(), window.end().getMillis(), pane.getTiming(), pane.getIndex());
  }

  private static final Steps.Step[] STEPS = {
    row("a", 1, 5),
    row("b", 2, 7),
    row("a", 3, 12),
    watermark(10),
    row("a", 4, 9),
    row("a", 5, 14),
    watermark(20),
    row("a", 6, 31),
    watermark(40),
    row("a", 7, 8),
  };

  private static Engine.Seen<String> group(Pipeline pipeline, Window<KV<String, Integer>> windows) {
    return Engine.Seen.of(
        pipeline
            .apply("Read", Read.from(Steps.stepwise(STEPS)))
            .apply("Windows", windows)
            .apply("Group", GroupByKey.create())
            .apply("Tell", ParDo.of(new TellFn())));
  }

  @Test
  void fixedWindows_closeBehindTheWatermark_andRowsBehindThatAreDroppedAndCounted() {
    Pipeline pipeline = Engine.pipeline();
    Engine.Seen<String> seen = group(pipeline, Window.into(FixedWindows.of(Duration.millis(10))));
    PipelineResult result = Engine.run(pipeline);

    assertThat(seen.all())
        .containsExactlyInAnyOrder(
            "0-10 ON_TIME 0: a[1]",
            "0-10 ON_TIME 0: b[2]",
            "10-20 ON_TIME 0: a[3, 5]",
            "30-40 ON_TIME 0: a[6]");
    assertThat(Engine.counter(result, "DroppedDueToLateness")).isEqualTo(2);
  }

  @Test
  void allowedLateness_givesLatePanes() {
    Pipeline pipeline = Engine.pipeline();
    Engine.Seen<String> seen =
        group(
            pipeline,
            Window.<KV<String, Integer>>into(FixedWindows.of(Duration.millis(10)))
                .triggering(
                    AfterWatermark.pastEndOfWindow()
                        .withLateFirings(AfterPane.elementCountAtLeast(1)))
                .withAllowedLateness(Duration.millis(15))
                .accumulatingFiredPanes());
    PipelineResult result = Engine.run(pipeline);

    assertThat(seen.all())
        .containsExactlyInAnyOrder(
            "0-10 ON_TIME 0: a[1]",
            "0-10 ON_TIME 0: b[2]",
            "0-10 LATE 1: a[1, 4]",
            "10-20 ON_TIME 0: a[3, 5]",
            "30-40 ON_TIME 0: a[6]");
    assertThat(Engine.counter(result, "DroppedDueToLateness")).isEqualTo(1);
  }

  @Test
  void slidingWindows_haveARowInEach() {
    Pipeline pipeline = Engine.pipeline();
    Engine.Seen<String> seen =
        group(
            pipeline,
            Window.into(SlidingWindows.of(Duration.millis(20)).every(Duration.millis(10))));
    Engine.run(pipeline);

    assertThat(seen.all())
        .containsExactlyInAnyOrder(
            "-10-10 ON_TIME 0: a[1]",
            "-10-10 ON_TIME 0: b[2]",
            "0-20 ON_TIME 0: a[1, 3, 4, 5]",
            "0-20 ON_TIME 0: b[2]",
            "10-30 ON_TIME 0: a[3, 5]",
            "20-40 ON_TIME 0: a[6]",
            "30-50 ON_TIME 0: a[6]");
  }

  @Test
  void sessions_mergeAcrossBatches() {
    Pipeline pipeline = Engine.pipeline();
    Engine.Seen<String> seen =
        group(pipeline, Window.into(Sessions.withGapDuration(Duration.millis(8))));
    Engine.run(pipeline);

    assertThat(seen.all())
        .containsExactlyInAnyOrder(
            "5-22 ON_TIME 0: a[1, 3, 4, 5]", "7-15 ON_TIME 0: b[2]", "31-39 ON_TIME 0: a[6]");
  }

  @Test
  void earlyPanesAccumulate_inACombine() {
    Pipeline pipeline = Engine.pipeline();
    Engine.Seen<String> seen =
        Engine.Seen.of(
            pipeline
                .apply(
                    "Read",
                    Read.from(
                        Steps.stepwise(
                            row("a", 1, 5),
                            watermark(1),
                            row("a", 2, 6),
                            watermark(2),
                            row("a", 4, 7),
                            watermark(3))))
                .apply(
                    "Windows",
                    Window.<KV<String, Integer>>into(FixedWindows.of(Duration.millis(10)))
                        .triggering(
                            AfterWatermark.pastEndOfWindow()
                                .withEarlyFirings(AfterPane.elementCountAtLeast(1)))
                        .withAllowedLateness(Duration.ZERO)
                        .accumulatingFiredPanes())
                .apply("Sum", Combine.perKey(Sum.ofIntegers()))
                .apply("Tell", ParDo.of(new TellSumFn())));
    Engine.run(pipeline);

    assertThat(seen.all())
        .containsExactly(
            "0-10 EARLY 0: a=1", "0-10 EARLY 1: a=3", "0-10 EARLY 2: a=7", "0-10 ON_TIME 3: a=7");
  }
}
