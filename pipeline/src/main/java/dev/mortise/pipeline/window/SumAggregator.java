package dev.mortise.pipeline.window;

import dev.mortise.coder.StateBytes;
import dev.mortise.pipeline.format.Decimals;
import java.math.BigDecimal;
import java.math.MathContext;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * The sum of numbers, or their mean. Both are exact inside, doubles included: a sum of whole
 * numbers never overflows, and one of doubles is rounded once, at the end, whatever order they came
 * in.
 */
final class SumAggregator implements Aggregator<SumAggregator.Sum> {
  private static final long serialVersionUID = 1L;

  /** A mean of decimals has 34 significant digits at most. */
  private static final MathContext MEAN = MathContext.DECIMAL128;

  /**
   * Of some numbers.
   *
   * @param total their exact sum
   * @param count how many they are
   */
  record Sum(BigDecimal total, long count) {}

  private static final Sum NOTHING = new Sum(BigDecimal.ZERO, 0);

  private final ValueType of;
  private final boolean mean;

  /**
   * @param of what is summed up
   * @param mean whether the result is the mean
   */
  SumAggregator(ValueType of, boolean mean) {
    this.of = of;
    this.mean = mean;
  }

  @Override
  public Sum empty() {
    return NOTHING;
  }

  @Override
  public Sum plus(Sum sum, Object value, long eventTime) {
    return new Sum(sum.total().add(of.toDecimal(value)), sum.count() + 1);
  }

  @Override
  public Sum merge(Sum a, Sum b) {
    return new Sum(a.total().add(b.total()), a.count() + b.count());
  }

  @Override
  public @Nullable Object result(Sum sum) {
    if (sum.count() == 0) {
      return null;
    }
    BigDecimal value =
        mean ? sum.total().divide(BigDecimal.valueOf(sum.count()), MEAN) : sum.total();
    return isDouble() ? (Object) value.doubleValue() : Decimals.canonical(value);
  }

  /** A mean of whole numbers is a double; a sum of them is as wide as it needs to be. */
  private boolean isDouble() {
    return of == ValueType.DOUBLE || (mean && of != ValueType.DECIMAL);
  }

  @Override
  public FieldType type() {
    return isDouble() ? FieldType.DOUBLE : FieldType.DECIMAL;
  }

  @Override
  public void write(Sum sum, StateBytes to) {
    to.putVarLong(sum.count());
    ValueType.writeDecimal(sum.total(), to);
  }

  @Override
  public Sum read(StateBytes.Reader from) {
    long count = from.getVarLong();
    return new Sum(ValueType.readDecimal(from), count);
  }
}
