package dev.mortise.pipeline.window;

import dev.mortise.coder.StateBytes;
import java.math.BigDecimal;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.apache.datasketches.hll.Union;
import org.apache.datasketches.memory.Memory;
import org.joda.time.Instant;

/**
 * About how many different values there are: a HyperLogLog sketch of 8 KiB at most. Up to some
 * hundreds it is exact but for one chance in thousands; beyond, two answers in three are within
 * 1.15%, and 19 in 20 within 2.3%.
 *
 * <p>The sketch's other estimator is a little closer, but depends on the order of the values.
 */
final class DistinctAggregator implements Aggregator<HllSketch> {
  private static final long serialVersionUID = 1L;

  private static final int LG_REGISTERS = 13;

  /** The sketch leaves out empty texts. */
  private static final String NO_EMPTY_TEXT = "=";

  private final ValueType of;

  DistinctAggregator(ValueType of) {
    this.of = of;
  }

  @Override
  public HllSketch empty() {
    return new HllSketch(LG_REGISTERS, TgtHllType.HLL_8);
  }

  @Override
  public HllSketch plus(HllSketch sum, Object value, long eventTime) {
    HllSketch more = sum.copy();
    switch (of) {
      case STRING -> more.update(NO_EMPTY_TEXT + value);
      case INT32 -> more.update((long) (Integer) value);
      case INT64 -> more.update((long) (Long) value);
      case DOUBLE -> more.update((double) (Double) value);
      case DECIMAL -> more.update(((BigDecimal) value).toString());
      case BOOLEAN -> more.update((Boolean) value ? 1L : 0L);
      case TIMESTAMP -> more.update(((Instant) value).getMillis());
    }
    return more;
  }

  @Override
  public HllSketch merge(HllSketch a, HllSketch b) {
    Union both = new Union(LG_REGISTERS);
    both.update(a);
    both.update(b);
    return both.getResult(TgtHllType.HLL_8);
  }

  @Override
  public Object result(HllSketch sum) {
    return Math.round(sum.getCompositeEstimate());
  }

  @Override
  public FieldType type() {
    return FieldType.INT64;
  }

  @Override
  public void write(HllSketch sum, StateBytes to) {
    ValueType.bytes(sum.toCompactByteArray(), to);
  }

  @Override
  public HllSketch read(StateBytes.Reader from) {
    return HllSketch.heapify(Memory.wrap(from.get(from.getVarInt())));
  }
}
