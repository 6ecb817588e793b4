package dev.mortise.pipeline.window;

import dev.mortise.coder.StateBytes;
import java.util.Optional;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.jspecify.annotations.Nullable;

/** The least or the greatest value. */
final class ExtremeAggregator implements Aggregator<Optional<Object>> {
  private static final long serialVersionUID = 1L;

  private final ValueType of;
  private final FieldType type;
  private final boolean greatest;

  ExtremeAggregator(FieldType type, boolean greatest) {
    this.of = ValueType.of(type);
    this.type = type;
    this.greatest = greatest;
  }

  @Override
  public Optional<Object> empty() {
    return Optional.empty();
  }

  @Override
  public Optional<Object> plus(Optional<Object> sum, Object value, long eventTime) {
    return sum.isPresent() && !isBetter(value, sum.get()) ? sum : Optional.of(value);
  }

  private boolean isBetter(Object value, Object than) {
    int order = of.compare(value, than);
    return greatest ? order > 0 : order < 0;
  }

  @Override
  public Optional<Object> merge(Optional<Object> a, Optional<Object> b) {
    return b.isPresent() ? plus(a, b.get(), 0) : a;
  }

  @Override
  public @Nullable Object result(Optional<Object> sum) {
    return sum.orElse(null);
  }

  @Override
  public FieldType type() {
    return type;
  }

  @Override
  public void write(Optional<Object> sum, StateBytes to) {
    to.putByte(sum.isPresent() ? 1 : 0);
    sum.ifPresent(value -> of.write(value, to));
  }

  @Override
  public Optional<Object> read(StateBytes.Reader from) {
    return from.getByte() == 0 ? Optional.empty() : Optional.of(of.read(from));
  }
}
