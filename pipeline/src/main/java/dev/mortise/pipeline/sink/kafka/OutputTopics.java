package dev.mortise.pipeline.sink.kafka;

import dev.mortise.pipeline.spec.Delivery;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.KafkaConnection;
import dev.mortise.pipeline.spec.KafkaOutput;
import dev.mortise.pipeline.spec.OutputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.Secrets;
import dev.mortise.pipeline.spec.SourceSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Judges before a run whether the topics that a spec writes to can be written. */
public final class OutputTopics {
  private static final int ANSWER_WITHIN_MILLIS = 10_000;
  private static final String LONGEST_TRANSACTION = "transaction.max.timeout.ms";

  private final PipelineSpec spec;
  private final boolean exactlyOnceByDefault;
  private final List<String> problems = new ArrayList<>();

  private OutputTopics(PipelineSpec spec, boolean exactlyOnceByDefault) {
    this.spec = spec;
    this.exactlyOnceByDefault = exactlyOnceByDefault;
  }

  /**
   * What is wrong, a sentence or two each for the user; empty if nothing is. It asks the brokers,
   * and takes 10 seconds where one does not answer.
   *
   * @param exactlyOnceByDefault whether topics get each row exactly once if the spec does not say
   */
  public static List<String> check(PipelineSpec spec, boolean exactlyOnceByDefault) {
    OutputTopics topics = new OutputTopics(spec, exactlyOnceByDefault);
    topics.byCluster().forEach(topics::checkCluster);
    return List.copyOf(topics.problems);
  }

  private Map<KafkaConnection, List<KafkaOutput>> byCluster() {
    Map<KafkaConnection, List<KafkaOutput>> all = new LinkedHashMap<>();
    for (OutputSpec output : spec.outputs().values()) {
      if (output instanceof KafkaOutput topic) {
        all.computeIfAbsent(topic.connection(), key -> new ArrayList<>()).add(topic);
      }
    }
    return all;
  }

  private void checkCluster(KafkaConnection connection, List<KafkaOutput> outputs) {
    KafkaOutput first = outputs.get(0);
    try (Admin admin = admin(connection)) {
      String cluster = answer(admin.describeCluster().clusterId());
      for (KafkaOutput output : outputs) {
        checkTopic(admin, output);
        checkAgainstInputs(cluster, output);
      }
      checkTimeouts(admin, outputs);
    } catch (TimeoutException | org.apache.kafka.common.errors.TimeoutException e) {
      add(
          first,
          "bootstrap_servers",
          String.format(
              "a broker must answer at %s, but none did within %d seconds. Check the address, that"
                  + " the broker runs, and the security settings in properties.",
              connection.bootstrapServers(), ANSWER_WITHIN_MILLIS / 1000));
    } catch (KafkaException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      add(
          first,
          "properties",
          String.format(
              "the broker at %s can't be used as things stand: %s (%s).",
              connection.bootstrapServers(),
              Secrets.mask(String.valueOf(cause.getMessage())),
              cause.getClass().getSimpleName()));
    }
  }

  private static Admin admin(KafkaConnection connection) {
    Map<String, Object> settings = ProducerSettings.admin(connection);
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS / 2);
    return Admin.create(settings);
  }

  private void checkTopic(Admin admin, KafkaOutput output) throws TimeoutException {
    try {
      answer(admin.describeTopics(List.of(output.topic())).allTopicNames());
    } catch (UnknownTopicOrPartitionException e) {
      add(
          output,
          "topic",
          String.format(
              "there must be a topic %s at %s, but there is none. Make it, with kafka-topics.sh"
                  + " --create --topic %1$s --bootstrap-server %2$s for one.",
              output.topic(), output.connection().bootstrapServers()));
    }
  }

  /** One cluster may be named by several of its brokers. */
  private void checkAgainstInputs(@Nullable String cluster, KafkaOutput output)
      throws TimeoutException {
    for (InputSpec input : spec.inputs().values()) {
      if (input.from() instanceof SourceSpec.Kafka source
          && source.topics().contains(output.topic())) {
        try (Admin admin = admin(source.connection())) {
          if (cluster != null && cluster.equals(answer(admin.describeCluster().clusterId()))) {
            add(
                output,
                "topic",
                String.format(
                    "rows written to %s would be read as rows of %s, round and round. Write to a"
                        + " topic of its own.",
                    output.topic(), input.name()));
          }
        }
      }
    }
  }

  private void checkTimeouts(Admin admin, List<KafkaOutput> outputs) throws TimeoutException {
    List<KafkaOutput> transactional = outputs.stream().filter(this::isExactlyOnce).toList();
    if (transactional.isEmpty()) {
      return;
    }
    long most;
    try {
      most = longestTransaction(admin);
    } catch (KafkaException e) {
      return; // Not everybody may ask for the brokers' settings. The first transaction will tell.
    }
    for (KafkaOutput output : transactional) {
      long timeout = ProducerSettings.timeout(output).getMillis();
      if (timeout > most) {
        add(
            output,
            "transaction_timeout",
            String.format(
                "must be at most the brokers' %s, %d ms, but is %d ms. Write a shorter one, or raise"
                    + " the brokers' setting.",
                LONGEST_TRANSACTION, most, timeout));
      }
    }
  }

  private boolean isExactlyOnce(KafkaOutput output) {
    Delivery delivery = output.delivery();
    return delivery == null ? exactlyOnceByDefault : delivery == Delivery.EXACTLY_ONCE;
  }

  private static long longestTransaction(Admin admin) throws TimeoutException {
    Collection<Node> nodes = answer(admin.describeCluster().nodes());
    List<ConfigResource> brokers =
        nodes.stream()
            .map(node -> new ConfigResource(ConfigResource.Type.BROKER, node.idString()))
            .toList();
    long most = Long.MAX_VALUE;
    for (Config config : answer(admin.describeConfigs(brokers).all()).values()) {
      ConfigEntry entry = config.get(LONGEST_TRANSACTION);
      if (entry != null && entry.value() != null) {
        most = Math.min(most, Long.parseLong(entry.value()));
      }
    }
    return most;
  }

  private static <T> T answer(KafkaFuture<T> future) throws TimeoutException {
    try {
      return future.get(ANSWER_WITHIN_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException(e);
    }
  }

  private void add(KafkaOutput output, String field, String text) {
    problems.add(
        String.format(
            "outputs.%s.to.kafka.%s (%s:%d): %s",
            output.name(), field, spec.file().getFileName(), output.line(), text));
  }
}
