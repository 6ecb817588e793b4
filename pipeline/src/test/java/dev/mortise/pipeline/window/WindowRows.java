package dev.mortise.pipeline.window;

import dev.mortise.join.JoinSide;
import dev.mortise.pipeline.spec.AggregateSpec;
import dev.mortise.pipeline.spec.AggregateSpec.Function;
import dev.mortise.pipeline.spec.FieldRef;
import dev.mortise.pipeline.spec.FieldRef.Origin;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** Rows with a field of each type, and aggregates of them. */
final class WindowRows {
  static final Schema SCHEMA =
      Schema.builder()
          .addNullableField("text", FieldType.STRING)
          .addNullableField("small", FieldType.INT32)
          .addNullableField("number", FieldType.INT64)
          .addNullableField("real", FieldType.DOUBLE)
          .addNullableField("exact", FieldType.DECIMAL)
          .addNullableField("truth", FieldType.BOOLEAN)
          .addNullableField("time", FieldType.DATETIME)
          .build();

  private WindowRows() {}

  static WindowRow row(long eventTime, @Nullable Object... values) {
    return WindowRow.of(
        JoinSide.LEFT,
        null,
        null,
        Instant.ofEpochMilli(eventTime),
        Row.withSchema(SCHEMA).attachValues(Arrays.asList(values)));
  }

  /** A row whose only value is {@code value}, under {@code field}. */
  static WindowRow of(long eventTime, String field, Object value) {
    Object[] values = new Object[SCHEMA.getFieldCount()];
    values[SCHEMA.indexOf(field)] = value;
    return row(eventTime, values);
  }

  static AggregateSpec aggregate(Function function, String field, BigDecimal... percents) {
    return new AggregateSpec(
        function.name() + " " + field,
        function,
        new FieldRef(field, Origin.LEFT, field, SCHEMA.getField(field).getType()),
        List.of(percents));
  }

  /** Every aggregate of every field that it can be of. */
  static List<AggregateSpec> everything() {
    List<AggregateSpec> all = new ArrayList<>();
    all.add(new AggregateSpec("rows", Function.COUNT, null, List.of()));
    for (String field : SCHEMA.getFieldNames()) {
      all.add(aggregate(Function.COUNT, field));
      all.add(aggregate(Function.COUNT_DISTINCT, field));
      all.add(aggregate(Function.FIRST, field));
      all.add(aggregate(Function.LAST, field));
      if (!field.equals("truth")) {
        all.add(aggregate(Function.MIN, field));
        all.add(aggregate(Function.MAX, field));
      }
    }
    for (String field : List.of("small", "number", "real", "exact")) {
      all.add(aggregate(Function.SUM, field));
      all.add(aggregate(Function.AVG, field));
      all.add(aggregate(Function.QUANTILE, field, new BigDecimal("90")));
      all.add(aggregate(Function.QUANTILES, field, new BigDecimal("50"), new BigDecimal("99.9")));
    }
    return all;
  }

  /** Rows of any values, some of them null, many of them alike. */
  static List<WindowRow> random(Random random, int rows) {
    List<WindowRow> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      int spread = random.nextBoolean() ? 5 : 1_000_000;
      Object[] values = {
        random.nextInt(spread) + "",
        random.nextInt(spread),
        random.nextLong(),
        (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(30) - 15),
        new BigDecimal(random.nextInt(spread)).movePointLeft(random.nextInt(6)),
        random.nextBoolean(),
        Instant.ofEpochMilli(random.nextInt(spread))
      };
      if (random.nextInt(4) == 0) {
        values[random.nextInt(values.length)] = null;
      }
      all.add(row(random.nextInt(20), values));
    }
    return all;
  }

  static Accumulator sum(RowAggregates aggregates, Iterable<WindowRow> rows) {
    Accumulator sum = aggregates.createAccumulator();
    for (WindowRow row : rows) {
      sum = aggregates.addInput(sum, row);
    }
    return sum;
  }
}
