package dev.mortise.pipeline.window;

import java.util.List;

/** Partial results of all aggregates of a window; immutable. */
final class Accumulator {
  private final Object[] parts;

  /**
   * @param parts of each aggregate; not to be changed any more
   */
  Accumulator(Object[] parts) {
    this.parts = parts;
  }

  static Accumulator empty(List<Aggregator<?>> aggregators) {
    return new Accumulator(aggregators.stream().<Object>map(Aggregator::empty).toArray());
  }

  /** The parts, in an array of the caller's own. */
  Object[] parts() {
    return parts.clone();
  }

  Accumulator merge(Accumulator other, List<Aggregator<?>> aggregators) {
    Object[] merged = new Object[parts.length];
    for (int i = 0; i < merged.length; i++) {
      merged[i] = merge(aggregators.get(i), parts[i], other.parts[i]);
    }
    return new Accumulator(merged);
  }

  @SuppressWarnings("unchecked") // Each part was made by its aggregator.
  private static <S> Object merge(Aggregator<S> of, Object a, Object b) {
    return of.merge((S) a, (S) b);
  }
}
