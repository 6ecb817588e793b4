package dev.mortise.pipeline.window;

import static dev.mortise.pipeline.window.WindowRows.aggregate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinedPair;
import dev.mortise.join.UnmatchedReason;
import dev.mortise.pipeline.spec.AggregateSpec;
import dev.mortise.pipeline.spec.AggregateSpec.Function;
import dev.mortise.pipeline.spec.FieldRef;
import dev.mortise.pipeline.spec.FieldRef.Origin;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowAggregatesTest {
  private static final long SEED = Long.getLong("windows.seed", 20260105);
  private static final WindowRowCoder ROWS =
      new WindowRowCoder(
          RowCoder.of(Schema.builder().addInt64Field("k").build()),
          RowCoder.of(WindowRows.SCHEMA),
          RowCoder.of(WindowRows.SCHEMA));

  private static Coder<Accumulator> coder(RowAggregates aggregates) {
    return aggregates.getAccumulatorCoder(CoderRegistry.createDefault(), ROWS);
  }

  /** The one aggregate of the values of a field, each a millisecond after the one before. */
  private static Object result(Function function, String field, Object... values) {
    RowAggregates aggregates = RowAggregates.of(List.of(aggregate(function, field)));
    List<WindowRow> rows = new ArrayList<>();
    for (Object value : values) {
      rows.add(WindowRows.of(rows.size(), field, value));
    }
    return aggregates.extractOutput(WindowRows.sum(aggregates, rows)).getValue(0);
  }

  @Test
  void orderAndSplitsOfRowsChangeNothing() throws Exception {
    System.out.println("windows.seed " + SEED);
    Random random = new Random(SEED);
    RowAggregates aggregates = RowAggregates.of(WindowRows.everything());
    Coder<Accumulator> coder = coder(aggregates);
    for (int size : new int[] {0, 1, 2, 3, 10, 127, 128, 129, 200, 3_000}) {
      List<WindowRow> rows = WindowRows.random(random, size);
      Row expected = aggregates.extractOutput(WindowRows.sum(aggregates, rows));
      for (int time = 0; time < 4; time++) {
        Collections.shuffle(rows, random);
        List<Accumulator> parts = new ArrayList<>();
        for (int from = 0; from < rows.size(); ) {
          int to = Math.min(rows.size(), from + 1 + random.nextInt(rows.size()));
          Accumulator part = WindowRows.sum(aggregates, rows.subList(from, to));
          parts.add(random.nextInt(3) == 0 ? aggregates.createAccumulator() : part);
          parts.add(
              parts.get(parts.size() - 1) == part
                  ? aggregates.createAccumulator()
                  : CoderUtils.clone(coder, part));
          from = to;
        }
        Collections.shuffle(parts, random);
        Accumulator merged = CoderUtils.clone(coder, aggregates.mergeAccumulators(parts));
        assertThat(aggregates.extractOutput(merged)).as("%d rows", size).isEqualTo(expected);
      }
    }
  }

  @Test
  void whatWasAddedToBeforeStaysAsItWas() throws Exception {
    RowAggregates aggregates = RowAggregates.of(WindowRows.everything());
    List<WindowRow> rows = WindowRows.random(new Random(SEED), 2_000);
    Accumulator sum = WindowRows.sum(aggregates, rows.subList(0, 1_999));
    byte[] before = CoderUtils.encodeToByteArray(coder(aggregates), sum);

    aggregates.addInput(sum, rows.get(1_999));
    aggregates.mergeAccumulators(List.of(sum, aggregates.addInput(sum, rows.get(0))));

    assertThat(CoderUtils.encodeToByteArray(coder(aggregates), sum)).isEqualTo(before);
  }

  @Test
  void rowsWithoutTheField_areCountedAsRowsOnly() {
    RowAggregates aggregates = RowAggregates.of(WindowRows.everything());
    Row nothing =
        aggregates.extractOutput(
            WindowRows.sum(aggregates, List.of(WindowRows.of(0, "text", "only"))));

    assertThat(nothing.getInt64("rows")).isEqualTo(1);
    assertThat(nothing.getInt64("COUNT number")).isZero();
    assertThat(nothing.getInt64("COUNT_DISTINCT number")).isZero();
    for (String none : List.of("SUM", "AVG", "MIN", "MAX", "FIRST", "LAST", "QUANTILES")) {
      assertThat(nothing.<Object>getValue(none + " number")).as(none).isNull();
    }
    assertThat(nothing.getString("MIN text")).isEqualTo("only");
  }

  @Test
  void sumsOfWholeNumbersGrowBeyondSixtyFourBits() {
    assertThat(result(Function.SUM, "number", Long.MAX_VALUE, Long.MAX_VALUE, 2L))
        .isEqualTo(new BigDecimal("18446744073709551616"));
    assertThat(result(Function.AVG, "number", Long.MAX_VALUE, Long.MAX_VALUE))
        .isEqualTo((double) Long.MAX_VALUE);
    assertThat(result(Function.SUM, "small", Integer.MIN_VALUE, -1))
        .isEqualTo(new BigDecimal("-2147483649"));
    assertThat(result(Function.AVG, "small", 1, 2)).isEqualTo(1.5);
  }

  @Test
  void sumsOfDoublesAreRoundedOnce() {
    assertThat(result(Function.SUM, "real", 1e16, 1.0, -1e16)).isEqualTo(1.0);
    assertThat(result(Function.SUM, "real", 0.1, 0.2, 0.3)).isEqualTo(0.6);
    assertThat(result(Function.AVG, "real", 1e300, 1e300, -1e300, 3e300)).isEqualTo(1e300);
    assertThat(result(Function.SUM, "real", 1.0, Double.NaN, Double.POSITIVE_INFINITY))
        .isEqualTo(1.0);
  }

  @Test
  void decimalsKeepAllTheirDigits_inOneForm() {
    assertThat(result(Function.SUM, "exact", new BigDecimal("0.10"), new BigDecimal("0.20")))
        .isEqualTo(new BigDecimal("0.3"));
    assertThat(result(Function.SUM, "exact", new BigDecimal("60"), new BigDecimal("40.0")))
        .isEqualTo(new BigDecimal("100"));
    assertThat(
            result(
                Function.AVG,
                "exact",
                new BigDecimal("1"),
                new BigDecimal("0"),
                new BigDecimal("0")))
        .isEqualTo(new BigDecimal("0.3333333333333333333333333333333333"));
    assertThat(
            result(Function.COUNT_DISTINCT, "exact", new BigDecimal("1"), new BigDecimal("1.00")))
        .isEqualTo(1L);
    assertThat(result(Function.MIN, "exact", new BigDecimal("2.50"), new BigDecimal("2.5")))
        .isEqualTo(new BigDecimal("2.5"));
  }

  @Test
  void firstAndLastGoByEventTime_andByValueWhereItIsTheSame() {
    RowAggregates aggregates =
        RowAggregates.of(
            List.of(aggregate(Function.FIRST, "text"), aggregate(Function.LAST, "text")));
    Row row =
        aggregates.extractOutput(
            WindowRows.sum(
                aggregates,
                List.of(
                    WindowRows.of(5, "text", "m"),
                    WindowRows.of(-3, "text", "y"),
                    WindowRows.of(9, "text", "a"),
                    WindowRows.of(-3, "text", "x"),
                    WindowRows.of(9, "text", "b"))));

    assertThat(row.getValues()).containsExactly("x", "b");
  }

  @Test
  void distinctValuesOfEveryTypeAreCounted() {
    assertThat(result(Function.COUNT_DISTINCT, "text", "", "a", "a", "A")).isEqualTo(3L);
    assertThat(result(Function.COUNT_DISTINCT, "truth", true, false, true)).isEqualTo(2L);
    assertThat(result(Function.COUNT_DISTINCT, "real", 0.0, -0.0, 1.0)).isEqualTo(2L);
    Object[] many = new Object[50_000];
    for (int i = 0; i < many.length; i++) {
      many[i] = "customer-" + i;
    }
    assertThat((Long) result(Function.COUNT_DISTINCT, "text", many))
        .isCloseTo(50_000L, within(1_500L));
  }

  @Test
  void quantilesAreExactOfFewNumbers_andCloseOfMany() {
    BigDecimal half = new BigDecimal("50");
    RowAggregates aggregates =
        RowAggregates.of(
            List.of(
                aggregate(
                    Function.QUANTILES,
                    "number",
                    BigDecimal.ZERO,
                    half,
                    new BigDecimal("99"),
                    new BigDecimal("100"))));
    for (int size : new int[] {1, 2, 100, 128, 129, 5_000}) {
      List<WindowRow> rows = new ArrayList<>();
      for (int i = 1; i <= size; i++) {
        rows.add(WindowRows.of(0, "number", (long) i * i * (i % 2 == 0 ? 1 : -1)));
      }
      double[] sorted =
          rows.stream()
              .mapToDouble(row -> Objects.requireNonNull(row.left()).getInt64("number"))
              .sorted()
              .toArray();
      Row values =
          aggregates.extractOutput(WindowRows.sum(aggregates, rows)).getRow("QUANTILES number");
      assertThat(values.getSchema().getFieldNames()).containsExactly("p0", "p50", "p99", "p100");
      assertThat(values.getDouble("p0")).isEqualTo(sorted[0]);
      assertThat(values.getDouble("p100")).isEqualTo(sorted[size - 1]);
      for (int percent : new int[] {50, 99}) {
        double right = sorted[(int) Math.ceil(percent / 100.0 * size) - 1];
        double off = size <= Quantiles.MOST_EXACT ? 0 : Math.abs(right) / 256;
        assertThat(values.getDouble("p" + percent)).isCloseTo(right, within(off));
      }
    }
  }

  @Test
  void zeroStaysZero_amongManyNumbers() {
    Quantiles zeros = Quantiles.NONE;
    for (int i = 0; i < 500; i++) {
      zeros = zeros.plus(i < 400 ? 0 : i);
    }
    assertThat(zeros.ofRank(200)).isZero();
    assertThat(zeros.count()).isEqualTo(500);
  }

  @Test
  void valuesComeFromAllPartsOfARow() {
    Schema key = Schema.builder().addInt64Field("k").build();
    Row keyRow = Row.withSchema(key).addValue(7L).build();
    Row left = Objects.requireNonNull(WindowRows.of(0, "text", "l").left());
    Row right = Objects.requireNonNull(WindowRows.of(0, "text", "r").left());
    WindowRow pair =
        WindowRow.of(
            new JoinedPair<>(
                keyRow, left, right, Instant.ofEpochMilli(50), Instant.ofEpochMilli(20)));
    WindowRow single =
        WindowRow.of(
            JoinSide.RIGHT, UnmatchedReason.NULL_KEY, null, Instant.ofEpochMilli(3), right);

    assertThat(value(Origin.KEY, "key", pair)).isEqualTo(7L);
    assertThat(value(Origin.GAP, "gap_ms", pair)).isEqualTo(-30L);
    assertThat(value(Origin.LEFT, "text", pair)).isEqualTo("l");
    assertThat(value(Origin.RIGHT, "text", pair)).isEqualTo("r");
    assertThat(value(Origin.SIDE, "side", pair)).isNull();
    assertThat(value(Origin.KEY, "key", single)).isNull();
    assertThat(value(Origin.GAP, "gap_ms", single)).isNull();
    assertThat(value(Origin.LEFT, "text", single)).isNull();
    assertThat(value(Origin.SIDE, "side", single)).isEqualTo("right");
    assertThat(value(Origin.REASON, "reason", single)).isEqualTo("null_key");
    for (WindowRow row : List.of(pair, single)) {
      assertThat(SerializableUtils.ensureSerializable(ROWS)).isEqualTo(ROWS);
      assertThat(decoded(row)).isEqualTo(row);
    }
  }

  private static WindowRow decoded(WindowRow row) {
    try {
      return CoderUtils.clone(ROWS, row);
    } catch (CoderException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Object value(Origin origin, String field, WindowRow row) {
    return FieldValues.of(new FieldRef(field, origin, field, FieldType.STRING), row);
  }

  private static final String GOLDEN =
      "3c010802020002012b0204014b010001f901a01f016201d00f12100201070d0308020870b74b05d964e70b023f"
          + "d00000000000003fe000000000000000";

  private static List<AggregateSpec> golden() {
    return List.of(
        new AggregateSpec("rows", Function.COUNT, null, List.of()),
        aggregate(Function.SUM, "number"),
        aggregate(Function.SUM, "real"),
        aggregate(Function.MIN, "exact"),
        aggregate(Function.LAST, "text"),
        aggregate(Function.FIRST, "time"),
        aggregate(Function.COUNT_DISTINCT, "number"),
        aggregate(Function.QUANTILE, "real", new BigDecimal("50")));
  }

  private static Accumulator goldenSum(RowAggregates aggregates) {
    return WindowRows.sum(
        aggregates,
        List.of(
            WindowRows.row(
                1_000, "a", 1, 300L, 0.5, new BigDecimal("1.25"), true, Instant.ofEpochMilli(9)),
            WindowRows.row(2_000, "b", 2, -1L, 0.25, new BigDecimal("-7"), false, null)));
  }

  @Test
  void writesAndReadsTheBytesThatEarlierVersionsWrote() throws Exception {
    RowAggregates aggregates = RowAggregates.of(golden());
    Accumulator sum = goldenSum(aggregates);

    assertThat(HexFormat.of().formatHex(CoderUtils.encodeToByteArray(coder(aggregates), sum)))
        .isEqualTo(GOLDEN);
    Accumulator read =
        CoderUtils.decodeFromByteArray(coder(aggregates), HexFormat.of().parseHex(GOLDEN));
    assertThat(aggregates.extractOutput(read)).isEqualTo(aggregates.extractOutput(sum));
  }

  @Test
  void refusesOtherVersions_andOtherAggregates() {
    RowAggregates aggregates = RowAggregates.of(golden());
    assertThatThrownBy(
            () -> CoderUtils.decodeFromByteArray(coder(aggregates), new byte[] {2, 2, 0}))
        .hasMessageContaining("state must be of version 1, but begins with [2]");
    assertThatThrownBy(
            () -> CoderUtils.decodeFromByteArray(coder(aggregates), new byte[] {2, 1, 3}))
        .hasMessageContaining("state must hold 8 aggregates, but holds 3");
  }

  @Test
  void codersOfDifferentAggregatesDiffer_andThoseOfTheSameAreEqual() {
    Coder<Accumulator> coder = coder(RowAggregates.of(golden()));

    assertThat(coder).isEqualTo(coder(RowAggregates.of(golden())));
    assertThat(SerializableUtils.ensureSerializable(coder)).isEqualTo(coder);
    assertThat(coder).isNotEqualTo(coder(RowAggregates.of(golden().subList(0, 3))));
  }
}
