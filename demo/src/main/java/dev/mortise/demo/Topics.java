package dev.mortise.demo;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/** The topics of the demo. They keep minutes, not days: it may run overnight. */
final class Topics {
  static final List<String> OUTPUTS =
      List.of("matched", "unmatched", "late", "dead_letter", "revenue");

  private static final int PARTITIONS = 3;
  private static final short COPIES = 1;
  private static final long WITHIN_SECONDS = 30;

  private static final Map<String, String> SETTINGS =
      Map.of(
          TopicConfig.RETENTION_MS_CONFIG, "600000",
          TopicConfig.SEGMENT_MS_CONFIG, "300000",
          TopicConfig.SEGMENT_BYTES_CONFIG, "16777216",
          TopicConfig.RETENTION_BYTES_CONFIG, "67108864");

  private Topics() {}

  /** Makes them. */
  static void create(String bootstrapServers) throws IOException {
    List<NewTopic> topics =
        Stream.concat(Stream.of(Shop.ORDERS, Shop.PAYMENTS), OUTPUTS.stream())
            .map(name -> new NewTopic(name, PARTITIONS, COPIES).configs(SETTINGS))
            .toList();
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
      admin.createTopics(topics).all().get(WITHIN_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("The broker makes no topics: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
