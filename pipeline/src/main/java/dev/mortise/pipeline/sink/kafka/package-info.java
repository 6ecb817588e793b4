/** Outputs that are Kafka topics. */
@NullMarked
package dev.mortise.pipeline.sink.kafka;

import org.jspecify.annotations.NullMarked;
