package dev.mortise.pipeline.spec;

import java.io.Serializable;
import java.util.Map;

/**
 * How a Kafka cluster is reached.
 *
 * @param bootstrapServers as Kafka's own property
 * @param properties further properties of Kafka's clients, such as those for security. Their values
 *     may be secrets: they are never printed
 */
public record KafkaConnection(String bootstrapServers, Map<String, String> properties)
    implements Serializable {
  /** Every process that gets to know a connection, a worker too, knows what not to print. */
  public KafkaConnection {
    Secrets.learn(properties);
  }

  /** Says the names of the properties, and none of their values. */
  @Override
  public String toString() {
    return "KafkaConnection[" + bootstrapServers + ", properties " + properties.keySet() + "]";
  }
}
