package dev.mortise.pipeline.source.kafka;

import dev.mortise.pipeline.spec.KafkaConnection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaFuture;

/** Asks a cluster what is to be known before a run, and does not wait for ever. */
final class TopicAdmin {
  /** Processing time until a cluster counts as unreachable. */
  static final int WITHIN_SECONDS = 10;

  private TopicAdmin() {}

  static Admin open(KafkaConnection connection) {
    Map<String, Object> config = new HashMap<>(connection.properties());
    // What only consumers know would be complained of in the log.
    config.keySet().removeIf(name -> !AdminClientConfig.configNames().contains(name));
    config.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, connection.bootstrapServers());
    config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, WITHIN_SECONDS * 1000);
    config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, WITHIN_SECONDS * 1000 / 2);
    return Admin.create(config);
  }

  static <T> T await(KafkaFuture<T> answer)
      throws InterruptedException, ExecutionException, TimeoutException {
    return answer.get(WITHIN_SECONDS + 2, TimeUnit.SECONDS);
  }
}
