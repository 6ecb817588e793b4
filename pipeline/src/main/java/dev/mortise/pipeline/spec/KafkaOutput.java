package dev.mortise.pipeline.spec;

/**
 * An output that is written to a Kafka topic.
 *
 * @param name what is written
 * @param connection the cluster
 * @param topic the topic
 * @param line the line of the spec that names the topic
 */
public record KafkaOutput(String name, KafkaConnection connection, String topic, int line)
    implements OutputSpec {
  @Override
  public String written() {
    return topic;
  }
}
