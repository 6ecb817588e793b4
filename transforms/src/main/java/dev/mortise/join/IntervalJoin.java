package dev.mortise.join;

import org.apache.beam.sdk.transforms.PTransform;

/** Stub while the module is being built. */
public final class IntervalJoin<K, L, R>
    extends PTransform<KeyedStreams<K, L, R>, IntervalJoinResult<K, L, R>> {
  private static final long serialVersionUID = 1L;

  /** Interval join of the given type. */
  public static <K, L, R> IntervalJoin<K, L, R> of(JoinType type, JoinInterval interval) {
    return new IntervalJoin<>();
  }

  @Override
  public IntervalJoinResult<K, L, R> expand(KeyedStreams<K, L, R> input) {
    throw new UnsupportedOperationException();
  }
}
