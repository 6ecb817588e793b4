package dev.mortise.pipeline.sink.kafka;

import dev.mortise.pipeline.spec.KafkaConnection;
import dev.mortise.pipeline.spec.KafkaOutput;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.joda.time.Duration;

/** Settings of Kafka's clients for an output. */
final class ProducerSettings {
  /**
   * What a topic takes is for the broker to decide, and told from its answer: with a limit of the
   * client there would be two to raise.
   */
  private static final int MOST_BYTES = 256 << 20;

  private ProducerSettings() {}

  /** For a producer that writes no record twice by itself. */
  static Map<String, Object> idempotent(KafkaOutput output) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MOST_BYTES);
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, (long) MOST_BYTES);
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    settings.putAll(output.connection().properties());
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, output.connection().bootstrapServers());
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    return settings;
  }

  /** The same for transactions under a name. */
  static Map<String, Object> transactional(KafkaOutput output, String transactionalId) {
    Map<String, Object> settings = idempotent(output);
    settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
    settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, (int) timeout(output).getMillis());
    return settings;
  }

  /** For asking the cluster, without what only other clients know and the log would complain of. */
  static Map<String, Object> admin(KafkaConnection connection) {
    Map<String, Object> settings = new HashMap<>(connection.properties());
    settings.keySet().removeIf(name -> !AdminClientConfig.configNames().contains(name));
    settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, connection.bootstrapServers());
    return settings;
  }

  /** How long the broker leaves a transaction open, in processing time. */
  static Duration timeout(KafkaOutput output) {
    Duration given = output.transactionTimeout();
    return given != null ? given : Duration.standardMinutes(1);
  }
}
