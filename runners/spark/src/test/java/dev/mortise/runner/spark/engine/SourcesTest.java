package dev.mortise.runner.spark.engine;

import static dev.mortise.runner.spark.engine.Steps.row;
import static dev.mortise.runner.spark.engine.Steps.watermark;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionList;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/** What rows see of watermarks, with sources of one split and of several. */
class SourcesTest {

  /** Tells each row's lead over the watermark that it sees, and the key's rows at the end. */
  static final class LeadFn extends DoFn<KV<String, Integer>, String> {
    private static final long serialVersionUID = 1L;

    @StateId("count")
    private final StateSpec<ValueState<Integer>> countSpec = StateSpecs.value();

    @TimerId("end")
    private final TimerSpec endSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

    @ProcessElement
    public void process(
        @Element KV<String, Integer> row,
        @Timestamp Instant time,
        @StateId("count") ValueState<Integer> count,
        @TimerId("end") Timer end,
        OutputReceiver<String> out) {
      Integer before = count.read();
      count.write(before == null ? 1 : before + 1);
      end.set(Instant.ofEpochMilli(10_000));
      long watermark = end.getCurrentRelativeTime().getMillis();
      out.output(
          row.getValue()
              + (watermark > time.getMillis() ? " late" : " on time")
              + (watermark == BatchTimes.START ? "" : " at " + watermark));
    }

    @OnTimer("end")
    public void end(
        @Key String key, @StateId("count") ValueState<Integer> count, OnTimerContext c) {
      c.output(key + " had " + count.read());
    }
  }

  @Test
  void aLaggingSplitHoldsTheWatermark_andNoRowIsLateOrLost() {
    List<Steps.Step> fast = new ArrayList<>();
    List<Steps.Step> slow = new ArrayList<>();
    for (int i = 0; i < 21; i++) {
      fast.add(row("k" + i % 7, i, 100L * i));
      fast.add(watermark(100L * i));
      slow.add(new Steps.Wait(3));
      slow.add(row("k" + i % 7, 100 + i, 100L * i));
      slow.add(watermark(100L * i));
    }
    Pipeline pipeline = Engine.pipeline();
    Engine.Seen<String> seen =
        Engine.Seen.of(
            pipeline
                .apply("Read", Read.from(Steps.of(List.of(fast, slow))))
                .apply("Lead", ParDo.of(new LeadFn())));
    List<Long> watermarks = new ArrayList<>();
    Engine.run(pipeline, (batch, progress) -> watermarks.add(Tests.watermark(progress)));

    assertThat(seen.all()).hasSize(49).noneMatch(line -> line.contains("late"));
    assertThat(seen.all().stream().filter(line -> line.contains("had")))
        .containsExactlyInAnyOrder(
            "k0 had 6", "k1 had 6", "k2 had 6", "k3 had 6", "k4 had 6", "k5 had 6", "k6 had 6");
    assertThat(watermarks).as("more than one batch, and only forward").isSorted();
    assertThat(watermarks.size()).isGreaterThan(10);
  }

  @Test
  void aStepwiseSourceEndsABatchAtEachWatermark() {
    Pipeline pipeline = Engine.pipeline();
    Engine.Seen<String> seen =
        Engine.Seen.of(
            pipeline
                .apply(
                    "Read",
                    Read.from(
                        Steps.stepwise(
                            row("a", 1, 50),
                            watermark(100),
                            row("a", 2, 100),
                            row("a", 3, 99),
                            watermark(200),
                            row("a", 4, 100))))
                .apply("Lead", ParDo.of(new LeadFn())));
    Engine.run(pipeline);

    assertThat(seen.all())
        .containsExactly(
            "1 on time", "2 on time at 100", "3 late at 100", "4 late at 200", "a had 4");
  }

  @Test
  void severalSourcesCombineByTheLeastWatermark_boundedOnesDoNotCount() {
    Pipeline pipeline = Engine.pipeline();
    Engine.Seen<String> seen =
        Engine.Seen.of(
            PCollectionList.of(
                    pipeline.apply(
                        "ReadAhead",
                        Read.from(
                            Steps.stepwise(row("a", 1, 500), watermark(500), watermark(900)))))
                .and(
                    pipeline.apply(
                        "ReadBehind",
                        Read.from(
                            Steps.stepwise(
                                row("a", 2, 10),
                                watermark(20),
                                row("a", 3, 20),
                                watermark(600),
                                row("a", 4, 599)))))
                .and(pipeline.apply("Fixed", Create.of(KV.of("a", 5))))
                .apply("Both", Flatten.pCollections())
                .apply("Spread", Reshuffle.of())
                .apply("Lead", ParDo.of(new LeadFn())));
    Engine.run(pipeline);

    assertThat(seen.all())
        .containsExactlyInAnyOrder(
            "1 on time", "2 on time", "5 on time", "3 on time at 20", "4 late at 600", "a had 5");
  }
}
