package dev.mortise.pipeline.window;

import dev.mortise.coder.StateBytes;
import dev.mortise.pipeline.spec.AggregateSpec;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Quantiles: the least number that at least that share of the numbers does not exceed. As close as
 * {@link Quantiles} keeps them.
 */
final class QuantileAggregator implements Aggregator<Quantiles> {
  private static final long serialVersionUID = 1L;

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final ValueType of;

  @SuppressWarnings("serial") // An immutable list of decimals.
  private final List<BigDecimal> percents;

  private final boolean alone;
  private final Schema schema;

  /**
   * @param percents which quantiles, in percent
   * @param alone whether the result is the one quantile, and not an object of all
   */
  QuantileAggregator(ValueType of, List<BigDecimal> percents, boolean alone) {
    this.of = of;
    this.percents = List.copyOf(percents);
    this.alone = alone;
    Schema.Builder fields = Schema.builder();
    percents.forEach(percent -> fields.addDoubleField(AggregateSpec.quantileName(percent)));
    this.schema = fields.build();
  }

  @Override
  public Quantiles empty() {
    return Quantiles.NONE;
  }

  @Override
  public Quantiles plus(Quantiles sum, Object value, long eventTime) {
    return sum.plus(of.toDecimal(value).doubleValue());
  }

  @Override
  public Quantiles merge(Quantiles a, Quantiles b) {
    return a.merge(b);
  }

  @Override
  public @Nullable Object result(Quantiles sum) {
    long count = sum.count();
    if (count == 0) {
      return null;
    }
    List<Object> values = new ArrayList<>();
    for (BigDecimal percent : percents) {
      long rank =
          percent
              .multiply(BigDecimal.valueOf(count))
              .divide(HUNDRED, 0, RoundingMode.CEILING)
              .longValueExact();
      values.add(sum.ofRank(Math.max(1, rank)));
    }
    return alone ? values.get(0) : Row.withSchema(schema).attachValues(values);
  }

  @Override
  public FieldType type() {
    return alone ? FieldType.DOUBLE : FieldType.row(schema);
  }

  @Override
  public void write(Quantiles sum, StateBytes to) {
    sum.write(to);
  }

  @Override
  public Quantiles read(StateBytes.Reader from) {
    return Quantiles.read(from);
  }
}
