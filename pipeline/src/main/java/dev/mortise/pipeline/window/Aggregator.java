package dev.mortise.pipeline.window;

import dev.mortise.coder.StateBytes;
import java.io.Serializable;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * One aggregate: how its partial result grows. A partial result is never changed, because a runner
 * may hold the same object in its state and in a snapshot under way. What comes out depends on the
 * values alone, never on their order or on how they were split.
 *
 * @param <S> partial result
 */
interface Aggregator<S> extends Serializable {
  /** The partial result of no values. */
  S empty();

  /**
   * With one more value.
   *
   * @param eventTime of the row, in milliseconds
   */
  S plus(S sum, Object value, long eventTime);

  /** Of both. */
  S merge(S a, S b);

  /** The value that is shown; null if there is none of no values. */
  @Nullable Object result(S sum);

  /** The type of {@link #result}. */
  FieldType type();

  /** Writes a partial result in the current version of {@link AccumulatorCoder}. */
  void write(S sum, StateBytes to);

  /** Reads what {@link #write} wrote. */
  S read(StateBytes.Reader from);
}
