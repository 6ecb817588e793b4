package dev.mortise.pipeline.spec;

import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An output that is written to a Kafka topic.
 *
 * @param name what is written
 * @param connection the cluster
 * @param topic the topic
 * @param delivery how often a row may get into the topic; null for the best that the runner can do
 * @param rowId what identifies rows in the keys of records
 * @param transactionTimeout how long the broker leaves a transaction open, in processing time; null
 *     for the default of Kafka's client. Of no account unless delivery is exactly once
 * @param line the line of the spec that names the topic
 */
public record KafkaOutput(
    String name,
    KafkaConnection connection,
    String topic,
    @Nullable Delivery delivery,
    RowId rowId,
    @Nullable Duration transactionTimeout,
    int line)
    implements OutputSpec {
  @Override
  public String written() {
    return topic;
  }
}
