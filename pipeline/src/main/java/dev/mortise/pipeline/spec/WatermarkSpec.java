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
 */
public record WatermarkSpec(Duration maxOutOfOrderness, @Nullable Duration idleAfter)
    implements Serializable {}
