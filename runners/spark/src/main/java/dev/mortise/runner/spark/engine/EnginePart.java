package dev.mortise.runner.spark.engine;

import org.apache.spark.Partition;
import org.jspecify.annotations.Nullable;

/** A partition of an RDD of ours, which is known by its number. */
abstract class EnginePart implements Partition {
  private static final long serialVersionUID = 1L;

  private final int index;

  EnginePart(int index) {
    this.index = index;
  }

  @Override
  public final int index() {
    return index;
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof EnginePart that && getClass() == that.getClass() && index == that.index;
  }

  @Override
  public final int hashCode() {
    return index;
  }
}
