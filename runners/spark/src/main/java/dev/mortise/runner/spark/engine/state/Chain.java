package dev.mortise.runner.spark.engine.state;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An immutable list that grows at its end by sharing all that was in it.
 *
 * @param <T> the elements
 */
final class Chain<T> {
  private final @Nullable Chain<T> before;
  private final T last;
  private final int size;

  private Chain(@Nullable Chain<T> before, T last) {
    this.before = before;
    this.last = last;
    this.size = before == null ? 1 : before.size + 1;
  }

  static <T> Chain<T> append(@Nullable Chain<T> before, T last) {
    return new Chain<>(before, last);
  }

  int size() {
    return size;
  }

  /** The elements, in the order in which they were added. */
  List<T> toList() {
    Object[] elements = new Object[size];
    int at = size;
    for (Chain<T> link = this; link != null; link = link.before) {
      elements[--at] = link.last;
    }
    @SuppressWarnings("unchecked") // Filled with elements just now.
    List<T> list = (List<T>) Arrays.asList(elements);
    return list;
  }
}
