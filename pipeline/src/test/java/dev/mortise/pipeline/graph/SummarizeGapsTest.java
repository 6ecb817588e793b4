package dev.mortise.pipeline.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mortise.join.JoinedPair;
import dev.mortise.pipeline.summary.CounterTotals;
import dev.mortise.pipeline.summary.MetricNames;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.DelegateCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

class SummarizeGapsTest {
  private static final Row EMPTY = Row.withSchema(Schema.builder().build()).build();

  private static final Coder<JoinedPair<Row, Row, Row>> PAIRS =
      DelegateCoder.of(VarLongCoder.of(), pair -> pair.gap().getMillis(), SummarizeGapsTest::pair);

  @Test
  void countsEveryPairOfAStream_andPublishesOnceAtItsEnd() {
    int pairs = 30_000;
    long[] gaps = new SplittableRandom(20260105).longs(pairs, -600_000, 3_600_000).toArray();
    TestStream.Builder<Long> stream = TestStream.create(VarLongCoder.of());
    for (int i = 0; i < pairs; i += 10_000) {
      Long[] rest = Arrays.stream(gaps, i + 1, i + 10_000).boxed().toArray(Long[]::new);
      stream =
          stream
              .addElements(gaps[i], rest)
              .advanceWatermarkTo(Instant.ofEpochMilli(1_000_000L * (i + 1)));
    }

    CounterTotals totals = run(stream.advanceWatermarkToInfinity());

    Arrays.sort(gaps);
    assertThat(gap(totals, MetricNames.GAP_MIN)).isEqualTo(gaps[0]);
    assertThat(gap(totals, MetricNames.GAP_MAX)).isEqualTo(gaps[pairs - 1]);
    assertWithinOnePercent(totals, MetricNames.GAP_P50, gaps[pairs / 2 - 1]);
    assertWithinOnePercent(totals, MetricNames.GAP_P90, gaps[pairs * 9 / 10 - 1]);
    assertWithinOnePercent(totals, MetricNames.GAP_P99, gaps[pairs * 99 / 100 - 1]);
  }

  @Test
  void publishesNothing_whenThereIsNoPair() {
    CounterTotals totals = run(Create.empty(VarLongCoder.of()));

    assertThat(totals.has(MetricNames.SUMMARY, Set.of(MetricNames.GAP_P50))).isFalse();
  }

  private static void assertWithinOnePercent(CounterTotals totals, String name, long exact) {
    assertThat(gap(totals, name)).as(name).isCloseTo(exact, within(Math.abs(exact) / 100));
  }

  private static CounterTotals run(PTransform<PBegin, PCollection<Long>> gaps) {
    PipelineOptions options = PipelineOptionsFactory.create();
    options.setStableUniqueNames(PipelineOptions.CheckEnabled.ERROR);
    Pipeline pipeline = Pipeline.create(options);
    pipeline
        .apply("Gaps", gaps)
        .apply(
            "ToPairs",
            MapElements.into(new TypeDescriptor<JoinedPair<Row, Row, Row>>() {})
                .via(SummarizeGapsTest::pair))
        .setCoder(PAIRS)
        .apply("SummarizeGaps", new SummarizeGaps());
    PipelineResult result = pipeline.run();
    result.waitUntilFinish();
    return CounterTotals.of(result.metrics());
  }

  private static JoinedPair<Row, Row, Row> pair(long gap) {
    return new JoinedPair<>(
        EMPTY, EMPTY, EMPTY, Instant.ofEpochMilli(0), Instant.ofEpochMilli(gap));
  }

  private static long gap(CounterTotals totals, String name) {
    return totals.get(MetricNames.SUMMARY, name);
  }
}
