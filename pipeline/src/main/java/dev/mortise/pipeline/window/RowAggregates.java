package dev.mortise.pipeline.window;

import dev.mortise.pipeline.spec.AggregateSpec;
import dev.mortise.pipeline.spec.FieldRef;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * All aggregates of a window at once. Rows whose field is null are left out of an aggregate of that
 * field; an aggregate of no values is null, and a count of none zero.
 */
public final class RowAggregates extends CombineFn<WindowRow, Accumulator, Row> {
  private static final long serialVersionUID = 1L;

  private final Schema schema;

  @SuppressWarnings("serial") // Immutable lists of serializable values.
  private final List<AggregateSpec> specs;

  private final AccumulatorCoder coder;

  private RowAggregates(List<AggregateSpec> specs) {
    this.specs = List.copyOf(specs);
    this.coder = new AccumulatorCoder(specs);
    Schema.Builder fields = Schema.builder();
    for (int i = 0; i < specs.size(); i++) {
      fields.addNullableField(specs.get(i).name(), coder.aggregators().get(i).type());
    }
    this.schema = fields.build();
  }

  /** The aggregates that a window has, in the order of the spec. */
  public static RowAggregates of(List<AggregateSpec> specs) {
    return new RowAggregates(specs);
  }

  static Aggregator<?> aggregator(AggregateSpec spec) {
    FieldRef field = spec.field();
    if (field == null) {
      return new CountAggregator();
    }
    ValueType of = ValueType.of(field.type());
    return switch (spec.function()) {
      case COUNT -> new CountAggregator();
      case SUM -> new SumAggregator(of, false);
      case AVG -> new SumAggregator(of, true);
      case MIN -> new ExtremeAggregator(field.type(), false);
      case MAX -> new ExtremeAggregator(field.type(), true);
      case COUNT_DISTINCT -> new DistinctAggregator(of);
      case FIRST -> new EdgeAggregator(field.type(), false);
      case LAST -> new EdgeAggregator(field.type(), true);
      case QUANTILE -> new QuantileAggregator(of, spec.percents(), true);
      case QUANTILES -> new QuantileAggregator(of, spec.percents(), false);
    };
  }

  /** A nullable field for each aggregate, by its name. */
  public Schema schema() {
    return schema;
  }

  @Override
  public Accumulator createAccumulator() {
    return Accumulator.empty(coder.aggregators());
  }

  @Override
  public Accumulator addInput(Accumulator sum, WindowRow row) {
    Object[] parts = sum.parts();
    for (int i = 0; i < parts.length; i++) {
      FieldRef field = specs.get(i).field();
      Object value = field == null ? row : FieldValues.of(field, row);
      if (value != null) {
        parts[i] = plus(coder.aggregators().get(i), parts[i], value, row.eventTime().getMillis());
      }
    }
    return new Accumulator(parts);
  }

  @SuppressWarnings("unchecked") // Each part was made by its aggregator.
  private static <S> Object plus(Aggregator<S> of, Object part, Object value, long eventTime) {
    return of.plus((S) part, value, eventTime);
  }

  @Override
  public Accumulator mergeAccumulators(Iterable<Accumulator> accumulators) {
    Accumulator merged = null;
    for (Accumulator next : accumulators) {
      merged = merged == null ? next : merged.merge(next, coder.aggregators());
    }
    return merged == null ? createAccumulator() : merged;
  }

  @Override
  public Row extractOutput(Accumulator sum) {
    Object[] parts = sum.parts();
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < parts.length; i++) {
      values.add(result(coder.aggregators().get(i), parts[i]));
    }
    return Row.withSchema(schema).addValues(values).build();
  }

  @SuppressWarnings("unchecked") // Each part was made by its aggregator.
  private static <S> @Nullable Object result(Aggregator<S> of, Object part) {
    return of.result((S) part);
  }

  @Override
  public Coder<Accumulator> getAccumulatorCoder(
      CoderRegistry registry, Coder<WindowRow> inputCoder) {
    return coder;
  }

  @Override
  public Coder<Row> getDefaultOutputCoder(CoderRegistry registry, Coder<WindowRow> inputCoder) {
    return RowCoder.of(schema);
  }
}
