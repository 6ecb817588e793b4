package dev.mortise.pipeline.sink;

import java.io.Serializable;
import org.apache.beam.sdk.transforms.ProcessFunction;
import org.joda.time.Instant;

/**
 * What an output makes of its elements.
 *
 * @param line one line of JSON, without its end
 * @param key the key of a record: the same whenever the same element is written again
 * @param time the record's time; null for the time at which it is written
 * @param <T> the elements
 */
public record OutputForm<T>(
    ProcessFunction<T, String> line, ProcessFunction<T, String> key, RecordTime<T> time)
    implements Serializable {

  /**
   * The time of an element.
   *
   * @param <T> the element
   */
  public interface RecordTime<T> extends Serializable {
    /** Null if it has none. */
    @org.jspecify.annotations.Nullable
    Instant of(T element);
  }
}
