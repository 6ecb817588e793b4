package dev.mortise.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IntervalJoinTest {
  private static final Duration HOUR = Duration.standardHours(1);
  private static final Duration TEN_MINUTES = Duration.standardMinutes(10);

  private static long minutes(long number) {
    return Duration.standardMinutes(number).getMillis();
  }

  /** Windows of ten minutes, nothing of which is waited for past the watermark. */
  private static <T> PCollection<Long> countsByWindow(String name, PCollection<T> rows) {
    return rows.apply(
            "Window" + name,
            Window.<T>into(FixedWindows.of(TEN_MINUTES))
                .withAllowedLateness(Duration.ZERO)
                .discardingFiredPanes())
        .apply("Count" + name, Combine.globally(Count.<T>combineFn()).withoutDefaults());
  }

  private static IntervalWindow windowAt(long minute) {
    return new IntervalWindow(Instant.ofEpochMilli(minutes(minute)), TEN_MINUTES);
  }

  @ParameterizedTest
  @EnumSource(JoinType.class)
  void streamOfManyKeys_givesWhatTheOracleSays(JoinType type) {
    long seed = 40L + type.name().length();
    Random random = new Random(seed);
    Timeline timeline = new Timeline();
    long watermark = 0;
    for (int i = 0; i < 500; i++) {
      if (random.nextInt(25) == 0) {
        watermark += random.nextInt(50);
        timeline.watermark(watermark);
      }
      timeline.row(
          random.nextBoolean() ? JoinSide.LEFT : JoinSide.RIGHT,
          "key" + random.nextInt(30),
          watermark + random.nextInt(200) - 25);
    }
    JoinInterval interval =
        JoinInterval.between(Duration.millis(-20), Duration.millis(15))
            .withAllowedLateness(Duration.millis(type == JoinType.FULL ? 4 : 0))
            .withLateRows(type == JoinType.RIGHT ? LateRows.DIVERT : LateRows.JOIN);
    Outcome expected = NestedLoopJoin.run(timeline, interval);
    assertThat(expected.lateLeft()).as("the case has late rows, seed %d", seed).isNotEmpty();

    Pipeline pipeline = PipelineJoin.pipeline();
    IntervalJoinResult<String, Integer, Integer> result =
        PipelineJoin.sides(PipelineJoin.stream(pipeline, timeline))
            .apply("Join", IntervalJoin.<String, Integer, Integer>of(type, interval).withShards(7));
    PAssert.that(PipelineJoin.lines(result)).containsInAnyOrder(PipelineJoin.lines(expected, type));
    PipelineResult run = pipeline.run();
    run.waitUntilFinish();
    assertAccounts(run, timeline, expected);
  }

  @ParameterizedTest
  @EnumSource(JoinType.class)
  void interleavedSides_giveWhatTwoCollectionsGive(JoinType type) {
    Timeline timeline = new Timeline();
    timeline.left("k", 100).right("k", 110).left("k", 500).right("other", 505).watermark(400);
    // Late, and each meets what came before it only.
    timeline.right("k", 120).left("k", 130).left("gone", 10).watermark(1_000);
    JoinInterval interval = JoinInterval.between(Duration.millis(-20), Duration.millis(15));
    Outcome expected = NestedLoopJoin.run(timeline, interval);

    Pipeline pipeline = PipelineJoin.pipeline();
    IntervalJoinResult<String, Integer, Integer> result =
        PipelineJoin.interleaved(PipelineJoin.stream(pipeline, timeline))
            .apply("Join", IntervalJoin.<String, Integer, Integer>of(type, interval));
    PAssert.that(PipelineJoin.lines(result)).containsInAnyOrder(PipelineJoin.lines(expected, type));
    PipelineResult run = pipeline.run();
    run.waitUntilFinish();
    assertAccounts(run, timeline, expected);
  }

  @Test
  void interleavedSides_sendRowsWithoutKeyToTheirOwnOutput() {
    Pipeline pipeline = PipelineJoin.pipeline();
    PCollection<KV<String, SidedRow<Integer, Integer>>> rows =
        pipeline.apply(
            "Rows",
            Create.timestamped(
                    TimestampedValue.of(
                        KV.of((String) null, SidedRow.<Integer, Integer>left(1)),
                        Instant.ofEpochMilli(5)),
                    TimestampedValue.of(
                        KV.of((String) null, SidedRow.<Integer, Integer>right(2)),
                        Instant.ofEpochMilli(6)))
                .withCoder(
                    KvCoder.of(
                        NullableCoder.of(StringUtf8Coder.of()),
                        SidedRowCoder.of(VarIntCoder.of(), VarIntCoder.of()))));
    IntervalJoinResult<String, Integer, Integer> result =
        KeyedStreams.interleaved(rows)
            .apply(
                "Join",
                IntervalJoin.leftOuter(JoinInterval.between(Duration.ZERO, Duration.millis(9))));
    PAssert.that(PipelineJoin.lines(result)).containsInAnyOrder("unmatched LEFT 1");
    PipelineResult run = pipeline.run();
    run.waitUntilFinish();
    assertThat(counter(run, "left_null_key_rows")).isEqualTo(1);
    assertThat(counter(run, "right_null_key_rows")).isEqualTo(1);
  }

  @Test
  void interleavedSides_needTheirCoder() {
    Pipeline pipeline = PipelineJoin.pipeline();
    PCollection<KV<String, SidedRow<Integer, Integer>>> rows =
        pipeline.apply(
            "Rows",
            Create.empty(
                KvCoder.of(
                    StringUtf8Coder.of(),
                    NullableCoder.of(SidedRowCoder.of(VarIntCoder.of(), VarIntCoder.of())))));
    JoinInterval interval = JoinInterval.between(Duration.ZERO, Duration.millis(9));
    assertThatThrownBy(
            () -> KeyedStreams.interleaved(rows).apply("Join", IntervalJoin.inner(interval)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SidedRowCoder.of(left, right)");
  }

  /** matched + unmatched + late + null key = rows in, and nothing stays buffered. */
  private static void assertAccounts(PipelineResult run, Timeline timeline, Outcome expected) {
    for (JoinSide side : JoinSide.values()) {
      String prefix = side == JoinSide.LEFT ? "left_" : "right_";
      long rows =
          timeline.events().stream()
              .filter(event -> event instanceof Timeline.Row row && row.side() == side)
              .count();
      assertThat(counter(run, prefix + "rows_in")).isEqualTo(rows);
      assertThat(counter(run, prefix + "unmatched_rows"))
          .isEqualTo(expected.unmatched(side).size());
      assertThat(counter(run, prefix + "late_rows")).isEqualTo(expected.late(side).size());
      assertThat(
              counter(run, prefix + "matched_rows")
                  + counter(run, prefix + "unmatched_rows")
                  + counter(run, prefix + "late_rows")
                  + counter(run, prefix + "null_key_rows"))
          .isEqualTo(rows);
      assertThat(counter(run, prefix + "rows_expired"))
          .isEqualTo(counter(run, prefix + "rows_stored"));
    }
    assertThat(counter(run, "pairs")).isEqualTo(expected.matched().size());
  }

  private static long counter(PipelineResult run, String name) {
    long sum = 0;
    for (var counter :
        run.metrics()
            .queryMetrics(
                MetricsFilter.builder()
                    .addNameFilter(MetricNameFilter.named("interval_join", name))
                    .build())
            .getCounters()) {
      sum += counter.getAttempted();
    }
    return sum;
  }

  @Test
  void batch_givesWhatTheOracleSays() {
    Random random = new Random(5);
    Timeline timeline = new Timeline();
    for (int i = 0; i < 4_000; i++) {
      timeline.row(
          random.nextBoolean() ? JoinSide.LEFT : JoinSide.RIGHT,
          "key" + random.nextInt(50),
          random.nextInt(5_000) - 1_000);
    }
    JoinInterval interval = JoinInterval.between(Duration.millis(-7), Duration.millis(60));
    Pipeline pipeline = PipelineJoin.pipeline();
    IntervalJoinResult<String, Integer, Integer> result =
        PipelineJoin.sides(PipelineJoin.batch(pipeline, timeline))
            .apply(
                "Join", IntervalJoin.<String, Integer, Integer>fullOuter(interval).withShards(16));
    PAssert.that(PipelineJoin.lines(result))
        .containsInAnyOrder(
            PipelineJoin.lines(NestedLoopJoin.run(timeline, interval), JoinType.FULL));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void batch_callsNoRowLate_evenWhereTheBoundExcludesZero() {
    // The Direct runner's watermark moves while a batch is read. With partners that lie wholly in
    // a side's past, its rows expire before their own time, and would look late.
    Timeline timeline = new Timeline();
    for (int i = 0; i < 200; i++) {
      timeline.left("k" + i, minutes(i)).right("k" + i, minutes(i + (i % 2 == 0 ? 5 : 45)));
    }
    JoinInterval interval =
        JoinInterval.between(Duration.standardMinutes(10), Duration.standardMinutes(60));
    for (LateRows lateRows : LateRows.values()) {
      JoinInterval variant = interval.withLateRows(lateRows);
      Pipeline pipeline = PipelineJoin.pipeline();
      PAssert.that(
              PipelineJoin.lines(
                  PipelineJoin.sides(PipelineJoin.batch(pipeline, timeline))
                      .apply(
                          "Join",
                          IntervalJoin.<String, Integer, Integer>fullOuter(variant).withShards(4))))
          .containsInAnyOrder(
              PipelineJoin.lines(NestedLoopJoin.run(timeline, interval), JoinType.FULL));
      pipeline.run().waitUntilFinish();
    }
  }

  @Test
  void unmatchedRowsAndPairs_areOnTimeDownstream_becauseWaitingRowsHoldTheWatermark() {
    // The row of minute 6 comes when the input watermark is at 30, and is still waited for. Its
    // pair belongs to the window of minute 0, which the waiting row of minute 5 keeps open.
    Timeline timeline =
        new Timeline()
            .left("waiting", minutes(5))
            .watermark(minutes(30))
            .left("pair", minutes(6))
            .right("pair", minutes(6))
            .watermark(minutes(66) + 1);
    Pipeline pipeline = PipelineJoin.pipeline();
    IntervalJoinResult<String, Integer, Integer> result =
        PipelineJoin.sides(PipelineJoin.stream(pipeline, timeline))
            .apply(
                "Join",
                IntervalJoin.leftOuter(
                    JoinInterval.between(Duration.ZERO, HOUR).withAllowedLateness(HOUR)));
    PAssert.that(countsByWindow("Pairs", result.matched()))
        .inOnTimePane(windowAt(0))
        .containsInAnyOrder(1L);
    PAssert.that(countsByWindow("Unmatched", result.unmatchedLeft()))
        .inOnTimePane(windowAt(0))
        .containsInAnyOrder(1L);
    pipeline.run().waitUntilFinish();
  }

  @Test
  void innerJoin_doesNotHoldTheWatermarkBack() {
    // The same rows: nothing will be emitted for the waiting one, so the window closes, and the
    // late pair is dropped there.
    Timeline timeline =
        new Timeline()
            .left("waiting", minutes(5))
            .watermark(minutes(30))
            .left("pair", minutes(6))
            .right("pair", minutes(6));
    Pipeline pipeline = PipelineJoin.pipeline();
    IntervalJoinResult<String, Integer, Integer> result =
        PipelineJoin.sides(PipelineJoin.stream(pipeline, timeline))
            .apply(
                "Join",
                IntervalJoin.inner(
                    JoinInterval.between(Duration.ZERO, HOUR).withAllowedLateness(HOUR)));
    PAssert.that(countsByWindow("Pairs", result.matched())).empty();
    PAssert.that(PipelineJoin.lines(result)).containsInAnyOrder("pair 1-2");
    pipeline.run().waitUntilFinish();
  }

  @Test
  void watermarkHold_movesOnWithEachRowThatLeaves() {
    // Rows of minutes 5, 25 and 45 leave one by one; each is on time in a window of its own.
    Timeline timeline = new Timeline();
    for (int minute : new int[] {5, 25, 45}) {
      timeline.left("k" + minute, minutes(minute));
    }
    timeline.watermark(minutes(66)).watermark(minutes(86)).watermark(minutes(106));
    Pipeline pipeline = PipelineJoin.pipeline();
    IntervalJoinResult<String, Integer, Integer> result =
        PipelineJoin.sides(PipelineJoin.stream(pipeline, timeline))
            .apply(
                "Join",
                IntervalJoin.<String, Integer, Integer>fullOuter(
                        JoinInterval.between(Duration.ZERO, HOUR))
                    .withShards(1));
    PCollection<Long> counts = countsByWindow("Unmatched", result.unmatchedLeft());
    for (int minute : new int[] {0, 20, 40}) {
      PAssert.that(counts).inOnTimePane(windowAt(minute)).containsInAnyOrder(1L);
    }
    pipeline.run().waitUntilFinish();
  }

  @Test
  void howRowsAreBundled_changesNothing() {
    Random random = new Random(11);
    Timeline timeline = new Timeline();
    for (int i = 0; i < 60; i++) {
      timeline.row(
          random.nextBoolean() ? JoinSide.LEFT : JoinSide.RIGHT,
          "key" + random.nextInt(3),
          random.nextInt(80));
      if (i % 20 == 19) {
        timeline.watermark(i / 4);
      }
    }
    JoinInterval interval = JoinInterval.between(Duration.millis(-4), Duration.millis(9));
    List<String> expected =
        PipelineJoin.lines(NestedLoopJoin.run(timeline, interval), JoinType.FULL);
    for (int bundle : new int[] {1, 7, 100}) {
      Pipeline pipeline = PipelineJoin.pipeline();
      PAssert.that(
              PipelineJoin.lines(
                  PipelineJoin.sides(PipelineJoin.stream(pipeline, timeline, bundle))
                      .apply("Join", IntervalJoin.fullOuter(interval))))
          .containsInAnyOrder(expected);
      pipeline.run().waitUntilFinish();
    }
  }

  @Test
  void unmatchedRowThatCameBehindTheWatermark_keepsItsTime_andMayBeLateDownstream() {
    Timeline timeline = new Timeline().watermark(minutes(30)).left("behind", minutes(10));
    Pipeline pipeline = PipelineJoin.pipeline();
    PCollection<UnmatchedRow<String, Integer>> unmatched =
        PipelineJoin.sides(PipelineJoin.stream(pipeline, timeline))
            .apply(
                "Join",
                IntervalJoin.<String, Integer, Integer>leftOuter(
                    JoinInterval.between(Duration.ZERO, HOUR)))
            .unmatchedLeft();
    PAssert.that(countsByWindow("Strict", unmatched)).empty();
    PAssert.that(
            unmatched
                .apply(
                    "WindowWithLateness",
                    Window.<UnmatchedRow<String, Integer>>into(FixedWindows.of(TEN_MINUTES))
                        .withAllowedLateness(HOUR.plus(HOUR))
                        .discardingFiredPanes())
                .apply(
                    "CountWithLateness",
                    Combine.globally(Count.<UnmatchedRow<String, Integer>>combineFn())
                        .withoutDefaults()))
        .inWindow(windowAt(10))
        .containsInAnyOrder(1L);
    pipeline.run().waitUntilFinish();
  }

  @Test
  void typeMayChangeWhileStateIsKept_soRowsComeOutOfTimersThatHeldNothing() {
    // What a restart with another type leaves: timers set by an inner join, outputs of a left one.
    Timeline timeline = new Timeline().left("k", 1_000).watermark(10_000);
    JoinInterval interval = JoinInterval.between(Duration.ZERO, Duration.millis(5));
    JoinOutputs<String, Integer, Integer> outputs =
        new JoinOutputs<>(JoinType.LEFT, StringUtf8Coder.of(), VarIntCoder.of(), VarIntCoder.of());
    TupleTag<KV<Integer, RowBatch>> sharded = new TupleTag<>("sharded");
    TupleTag<UnmatchedRow<String, Integer>> nullKeys = new TupleTag<>("nullKeys");
    Pipeline pipeline = PipelineJoin.pipeline();
    PCollectionTuple assigned =
        PipelineJoin.side(PipelineJoin.stream(pipeline, timeline), JoinSide.LEFT)
            .apply(
                "Assign",
                ParDo.of(
                        new AssignShard<>(
                            JoinSide.LEFT,
                            new RowSharder<>(1, StringUtf8Coder.of()),
                            VarIntCoder.of(),
                            true,
                            sharded,
                            nullKeys))
                    .withOutputTags(sharded, TupleTagList.of(nullKeys)));
    assigned
        .get(nullKeys)
        .setCoder(new UnmatchedRowCoder<>(StringUtf8Coder.of(), VarIntCoder.of()));
    PCollectionTuple joined =
        assigned
            .get(sharded)
            .setCoder(KvCoder.of(VarIntCoder.of(), new RowBatch.BatchCoder()))
            .apply(
                "Join",
                ParDo.of(new JoinShards<>(JoinType.INNER, interval, false, outputs))
                    .withOutputTags(
                        outputs.matched,
                        TupleTagList.of(outputs.unmatchedLeft)
                            .and(outputs.unmatchedRight)
                            .and(outputs.late)));
    joined
        .get(outputs.matched)
        .setCoder(new JoinedPairCoder<>(StringUtf8Coder.of(), VarIntCoder.of(), VarIntCoder.of()));
    joined
        .get(outputs.unmatchedRight)
        .setCoder(new UnmatchedRowCoder<>(StringUtf8Coder.of(), VarIntCoder.of()));
    joined
        .get(outputs.late)
        .setCoder(new LateRowCoder<>(StringUtf8Coder.of(), VarIntCoder.of(), VarIntCoder.of()));
    PAssert.that(
            joined
                .get(outputs.unmatchedLeft)
                .setCoder(new UnmatchedRowCoder<>(StringUtf8Coder.of(), VarIntCoder.of())))
        .satisfies(
            rows -> {
              assertThat(rows)
                  .singleElement()
                  .satisfies(row -> assertThat(row.eventTime().getMillis()).isEqualTo(1_000));
              return null;
            });
    pipeline.run().waitUntilFinish();
  }

  @Test
  void nullKeys_areUnmatchedAtOnce_onTheSidesThatTheTypeEmits() {
    Pipeline pipeline = PipelineJoin.pipeline();
    KvCoder<String, Integer> coder =
        KvCoder.of(NullableCoder.of(StringUtf8Coder.of()), VarIntCoder.of());
    PCollection<KV<String, Integer>> left =
        pipeline.apply("Left", Create.of(KV.of((String) null, 1), KV.of("k", 2)).withCoder(coder));
    PCollection<KV<String, Integer>> right =
        pipeline.apply("Right", Create.of(KV.of((String) null, 3), KV.of("k", 4)).withCoder(coder));
    IntervalJoinResult<String, Integer, Integer> result =
        KeyedStreams.of(left, right)
            .apply(
                "Join", IntervalJoin.leftOuter(JoinInterval.between(Duration.ZERO, Duration.ZERO)));
    PAssert.that(result.unmatchedLeft())
        .satisfies(
            rows -> {
              assertThat(rows)
                  .singleElement()
                  .satisfies(
                      row -> {
                        assertThat(row.key()).isNull();
                        assertThat(row.row()).isEqualTo(1);
                        assertThat(row.reason()).isEqualTo(UnmatchedReason.NULL_KEY);
                      });
              return null;
            });
    PAssert.that(PipelineJoin.lines(result)).containsInAnyOrder("pair 2-4", "unmatched LEFT 1");
    PipelineResult run = pipeline.run();
    run.waitUntilFinish();
    assertThat(counter(run, "right_null_key_rows")).isEqualTo(1);
    assertThat(counter(run, "left_null_key_rows")).isEqualTo(1);
  }

  @Test
  void timesAtTheEdgesOfBeamsRange_areJoined() {
    Pipeline pipeline = PipelineJoin.pipeline();
    Timeline timeline =
        new Timeline()
            .left("old", Timeline.BEGINNING)
            .right("old", Timeline.BEGINNING + 5)
            .left("last", EngineJoin.LAST_TIME)
            .right("last", EngineJoin.LAST_TIME)
            .right("alone", EngineJoin.LAST_TIME - 1);
    JoinInterval interval = JoinInterval.between(Duration.ZERO, HOUR);
    PAssert.that(
            PipelineJoin.lines(
                PipelineJoin.sides(PipelineJoin.batch(pipeline, timeline))
                    .apply("Join", IntervalJoin.fullOuter(interval))))
        .containsInAnyOrder("pair 0-1", "pair 2-3", "unmatched RIGHT 4");
    pipeline.run().waitUntilFinish();
  }

  @Test
  void inputsInOtherWindows_areJoinedAcrossThem() {
    Pipeline pipeline = PipelineJoin.pipeline();
    Timeline timeline = new Timeline().left("k", minutes(9)).right("k", minutes(11));
    KeyedStreams<String, Integer, Integer> sides =
        PipelineJoin.sides(
            PipelineJoin.batch(pipeline, timeline)
                .apply("Fixed", Window.into(FixedWindows.of(TEN_MINUTES))));
    PAssert.that(
            PipelineJoin.lines(
                sides.apply(
                    "Join", IntervalJoin.fullOuter(JoinInterval.between(Duration.ZERO, HOUR)))))
        .containsInAnyOrder("pair 0-1");
    pipeline.run().waitUntilFinish();
  }

  @Test
  void refusesWhatWouldBeWrong_andSaysWhatToDo() {
    Pipeline pipeline = PipelineJoin.pipeline();
    JoinInterval interval = JoinInterval.between(Duration.ZERO, HOUR);
    PCollection<KV<String, Integer>> rows =
        pipeline.apply("Rows", Create.of(List.of(KV.of("k", 1))));
    PCollection<KV<String, Integer>> sliding =
        rows.apply(
            "Sliding", Window.into(SlidingWindows.of(HOUR).every(Duration.standardMinutes(30))));
    assertThatThrownBy(
            () -> KeyedStreams.of(rows, sliding).apply("Slide", IntervalJoin.inner(interval)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("right input must be in one window")
        .hasMessageContaining("Join before windowing");

    PCollection<KV<Double, Integer>> doubles =
        pipeline.apply(
            "Doubles",
            Create.of(List.of(KV.of(1.0, 1)))
                .withCoder(KvCoder.of(DoubleCoder.of(), VarIntCoder.of())));
    assertThatThrownBy(
            () -> KeyedStreams.of(doubles, doubles).apply("Double", IntervalJoin.inner(interval)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("key coder must be deterministic");

    assertThatThrownBy(() -> IntervalJoin.inner(interval).withShards(0))
        .hasMessageContaining("number = 0");
    assertThatThrownBy(() -> JoinInterval.between(HOUR, Duration.ZERO))
        .hasMessageContaining("lower must not be above upper")
        .hasMessageContaining("PT3600S");
    assertThatThrownBy(() -> JoinInterval.between(HOUR, HOUR).exclusiveLower())
        .hasMessageContaining("is empty");
    assertThatThrownBy(() -> interval.withAllowedLateness(Duration.millis(-1)))
        .hasMessageContaining("must not be negative");
  }
}
