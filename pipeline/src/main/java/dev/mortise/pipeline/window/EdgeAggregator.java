package dev.mortise.pipeline.window;

import dev.mortise.coder.StateBytes;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * The value of the row that is first or last by event time. Of several at that time it is the least
 * one if the first, and the greatest one if the last is asked for, so that the order in which they
 * came makes no difference.
 */
final class EdgeAggregator implements Aggregator<EdgeAggregator.Edge> {
  private static final long serialVersionUID = 1L;

  /**
   * The first or last row so far.
   *
   * @param time its event time in milliseconds
   * @param value its value; null if there is no row yet
   */
  record Edge(long time, @Nullable Object value) {}

  private static final Edge NOTHING = new Edge(0, null);

  private final ValueType of;
  private final FieldType type;
  private final boolean last;

  EdgeAggregator(FieldType type, boolean last) {
    this.of = ValueType.of(type);
    this.type = type;
    this.last = last;
  }

  @Override
  public Edge empty() {
    return NOTHING;
  }

  @Override
  public Edge plus(Edge sum, Object value, long eventTime) {
    Object best = sum.value();
    if (best != null) {
      int order = Long.compare(eventTime, sum.time());
      order = order == 0 ? of.compare(value, best) : order;
      if (last ? order <= 0 : order >= 0) {
        return sum;
      }
    }
    return new Edge(eventTime, value);
  }

  @Override
  public Edge merge(Edge a, Edge b) {
    return b.value() == null ? a : plus(a, b.value(), b.time());
  }

  @Override
  public @Nullable Object result(Edge sum) {
    return sum.value();
  }

  @Override
  public FieldType type() {
    return type;
  }

  @Override
  public void write(Edge sum, StateBytes to) {
    Object value = sum.value();
    to.putByte(value == null ? 0 : 1);
    if (value != null) {
      to.putSignedVarLong(sum.time());
      of.write(value, to);
    }
  }

  @Override
  public Edge read(StateBytes.Reader from) {
    if (from.getByte() == 0) {
      return NOTHING;
    }
    long time = from.getSignedVarLong();
    return new Edge(time, of.read(from));
  }
}
