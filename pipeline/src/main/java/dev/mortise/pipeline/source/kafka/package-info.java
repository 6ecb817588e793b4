/** Topics of Kafka as inputs. The only room that reads through Kafka's client. */
@NullMarked
package dev.mortise.pipeline.source.kafka;

import org.jspecify.annotations.NullMarked;
