package dev.mortise.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalBrokerTest {
  @TempDir Path directory;

  @Test
  void keepsItsTopics_whenKilledAndStartedAgain() throws Exception {
    try (LocalBroker broker = LocalBroker.start(directory)) {
      try (Admin admin = admin(broker)) {
        admin
            .createTopics(List.of(new NewTopic("orders", 3, (short) 1)))
            .all()
            .get(60, TimeUnit.SECONDS);
      }
      broker.kill();
      broker.restart();
      try (Admin admin = admin(broker)) {
        assertThat(admin.listTopics().names().get(60, TimeUnit.SECONDS)).contains("orders");
      }
    }
  }

  private static Admin admin(LocalBroker broker) {
    return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }
}
