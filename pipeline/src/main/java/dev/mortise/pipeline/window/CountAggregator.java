package dev.mortise.pipeline.window;

import dev.mortise.coder.StateBytes;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/** How many values there are. */
final class CountAggregator implements Aggregator<Long> {
  private static final long serialVersionUID = 1L;

  @Override
  public Long empty() {
    return 0L;
  }

  @Override
  public Long plus(Long sum, Object value, long eventTime) {
    return sum + 1;
  }

  @Override
  public Long merge(Long a, Long b) {
    return a + b;
  }

  @Override
  public Object result(Long sum) {
    return sum;
  }

  @Override
  public FieldType type() {
    return FieldType.INT64;
  }

  @Override
  public void write(Long sum, StateBytes to) {
    to.putVarLong(sum);
  }

  @Override
  public Long read(StateBytes.Reader from) {
    return from.getVarLong();
  }
}
