package dev.mortise.pipeline.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mortise.join.JoinedPair;
import dev.mortise.pipeline.summary.CounterTotals;
import dev.mortise.pipeline.summary.MetricNames;
import java.util.Set;
import java.util.stream.LongStream;
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
  void publishesExactQuantiles_ofAFewPairs() {
    CounterTotals totals =
        run(Create.of(120_000L, 60_000L, 1_440_000L).withCoder(VarLongCoder.of()));

    assertThat(gap(totals, MetricNames.GAP_MIN)).isEqualTo(60_000);
    assertThat(gap(totals, MetricNames.GAP_P50)).isEqualTo(120_000);
    assertThat(gap(totals, MetricNames.GAP_P90)).isEqualTo(1_440_000);
    assertThat(gap(totals, MetricNames.GAP_P99)).isEqualTo(1_440_000);
    assertThat(gap(totals, MetricNames.GAP_MAX)).isEqualTo(1_440_000);
  }

  @Test
  void publishesNegativeGapsAndZero() {
    CounterTotals totals = run(Create.of(-60_000L, 0L, -1L).withCoder(VarLongCoder.of()));

    assertThat(gap(totals, MetricNames.GAP_MIN)).isEqualTo(-60_000);
    assertThat(gap(totals, MetricNames.GAP_P50)).isEqualTo(-1);
    assertThat(gap(totals, MetricNames.GAP_MAX)).isZero();
    assertThat(totals.has(MetricNames.SUMMARY, Set.of(MetricNames.GAP_MAX))).isTrue();
  }

  @Test
  void publishesNothing_whenThereIsNoPair() {
    CounterTotals totals = run(Create.empty(VarLongCoder.of()));

    assertThat(totals.has(MetricNames.SUMMARY, Set.of(MetricNames.GAP_P50))).isFalse();
  }

  @Test
  void publishesOnce_whenAStreamEnds() {
    CounterTotals totals =
        run(
            TestStream.create(VarLongCoder.of())
                .addElements(5L)
                .advanceWatermarkTo(Instant.ofEpochMilli(1_000_000))
                .addElements(7L, 9L)
                .advanceWatermarkTo(Instant.ofEpochMilli(2_000_000))
                .addElements(11L)
                .advanceWatermarkToInfinity());

    assertThat(gap(totals, MetricNames.GAP_P50)).isEqualTo(7);
    assertThat(gap(totals, MetricNames.GAP_MAX)).isEqualTo(11);
  }

  @Test
  void samplesWhatIsMoreThanEnough_andStaysClose() {
    CounterTotals totals =
        run(Create.of(LongStream.range(0, 200_000).boxed().toList()).withCoder(VarLongCoder.of()));

    assertThat(gap(totals, MetricNames.GAP_P50)).isCloseTo(100_000, within(10_000L));
    assertThat(gap(totals, MetricNames.GAP_P99)).isCloseTo(198_000, within(4_000L));
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
