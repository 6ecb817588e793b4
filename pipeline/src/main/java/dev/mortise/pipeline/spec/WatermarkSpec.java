package dev.mortise.pipeline.spec;

import java.io.Serializable;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How an input's watermark follows its rows.
 *
 * @param maxOutOfOrderness how far the watermark trails the greatest event time seen, in event time
 * @param idleAfter how long without rows, in processing time, until the input no longer holds the
 *     others back; null for never
 * @param maxFuture how far a row's event time may lie ahead of processing time; null for any
 * @param capsFuture what happens to a row beyond that: whether it is a row all the same, which
 *     moves the watermark no further than {@code maxFuture} allows, or a dead letter
 */
public record WatermarkSpec(
    Duration maxOutOfOrderness,
    @Nullable Duration idleAfter,
    @Nullable Duration maxFuture,
    boolean capsFuture)
    implements Serializable {
  /** Without a limit for the future. */
  public WatermarkSpec(Duration maxOutOfOrderness, @Nullable Duration idleAfter) {
    this(maxOutOfOrderness, idleAfter, null, false);
  }
}
