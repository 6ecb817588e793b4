package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.SpecNode.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads an output's {@code to.kafka}. */
final class KafkaOutputReader {
  private static final FieldNames KAFKA =
      FieldNames.of(
          KafkaConnectionReader.SERVERS,
          "topic",
          "delivery",
          "key",
          "transaction_timeout",
          KafkaConnectionReader.PROPERTIES);
  private static final FieldNames KEY = FieldNames.of("left", "right");
  private static final Map<String, Delivery> DELIVERIES = new LinkedHashMap<>();
  private static final Set<String> WITH_ROWS =
      Set.of(OutputSpec.MATCHED, OutputSpec.UNMATCHED, OutputSpec.LATE);

  /** Properties on which the delivery rests, with the reason for each. */
  private static final Map<String, String> OURS =
      Map.of(
          "acks", "rows could be lost",
          "enable.idempotence", "rows could come twice",
          "transactional.id", "it is made of the pipeline's and the output's names",
          "transaction.timeout.ms", "write it as transaction_timeout beside topic",
          "key.serializer", "keys are text",
          "value.serializer", "values are lines of JSON",
          "bootstrap.servers", "write it as bootstrap_servers beside topic");

  private static final Duration LEAST_TIMEOUT = Duration.standardSeconds(1);
  private static final Duration MOST_TIMEOUT = Duration.standardHours(1);

  static {
    DELIVERIES.put("exactly_once", Delivery.EXACTLY_ONCE);
    DELIVERIES.put("at_least_once", Delivery.AT_LEAST_ONCE);
  }

  private final Collection<InputDraft> inputs;
  private final @Nullable InputDraft left;
  private final @Nullable InputDraft right;

  /**
   * @param left the left input of the join, if that is known
   * @param right the right input of the join, if that is known
   */
  KafkaOutputReader(
      Collection<InputDraft> inputs, @Nullable InputDraft left, @Nullable InputDraft right) {
    this.inputs = inputs;
    this.left = left;
    this.right = right;
  }

  @Nullable KafkaOutput read(String name, SpecNode node) {
    if (!node.isMap()) {
      node.problem(
          "must say which topic, but is "
              + node.kind()
              + ". Write {bootstrap_servers: localhost:9092, topic: "
              + name
              + "} or alike.");
      return null;
    }
    Fields fields = node.fields(KAFKA);
    if (fields == null) {
      return null;
    }
    KafkaConnection connection = KafkaConnectionReader.read(fields);
    checkProperties(fields);
    SpecNode topicNode = fields.require("topic", "Write the name of a topic.");
    String topic = topicNode == null ? null : KafkaConnectionReader.topic(topicNode);
    SpecNode deliveryNode = fields.get("delivery");
    Delivery delivery = deliveryNode == null ? null : Values.choice(deliveryNode, DELIVERIES);
    SpecNode keyNode = fields.get("key");
    RowId rowId = keyNode == null ? RowId.DIGESTS : rowId(name, keyNode);
    SpecNode timeoutNode = fields.get("transaction_timeout");
    Duration timeout = timeoutNode == null ? null : timeout(timeoutNode, delivery);
    if (connection == null || topicNode == null || topic == null) {
      return null;
    }
    checkAgainstInputs(topicNode, connection, topic);
    return new KafkaOutput(name, connection, topic, delivery, rowId, timeout, topicNode.line());
  }

  private static void checkProperties(Fields fields) {
    SpecNode node = fields.get(KafkaConnectionReader.PROPERTIES);
    Map<String, SpecNode> entries =
        node == null || !node.isMap() ? null : node.entries("Write name: value.");
    if (entries != null) {
      entries.forEach(
          (name, value) -> {
            String why = OURS.get(name);
            if (why != null) {
              value.problem("can't be chosen: " + why + ". Remove it.");
            }
          });
    }
  }

  private static @Nullable Duration timeout(SpecNode node, @Nullable Delivery delivery) {
    Duration timeout = Values.duration(node, "2m");
    if (timeout != null
        && (timeout.isShorterThan(LEAST_TIMEOUT) || timeout.isLongerThan(MOST_TIMEOUT))) {
      node.problem("must be from 1s to 1h, but is " + node.kind() + ". Write 2m or alike.");
      return null;
    }
    if (delivery == Delivery.AT_LEAST_ONCE) {
      node.problem(
          "belongs to delivery: exactly_once, and at_least_once has no transactions. Remove it.");
    }
    return timeout;
  }

  private RowId rowId(String name, SpecNode node) {
    if (!WITH_ROWS.contains(name)) {
      node.problem(
          name.equals(OutputSpec.DEAD_LETTER)
              ? "a dead letter has no fields: its key is its input and position. Remove key."
              : "a window's key is its start and the fields of by. Remove key.");
      return RowId.DIGESTS;
    }
    if (!node.isMap()) {
      node.problem(
          "must name fields that identify a row of each side, but is "
              + node.kind()
              + ". Write {left: [order_id], right: [payment_id]} or alike.");
      return RowId.DIGESTS;
    }
    Fields fields = node.fields(KEY);
    return fields == null
        ? RowId.DIGESTS
        : new RowId(side(fields.get("left"), left), side(fields.get("right"), right));
  }

  private static @Nullable List<String> side(@Nullable SpecNode node, @Nullable InputDraft input) {
    List<SpecNode> items = node == null ? null : node.items("Write [order_id] or alike.");
    if (node == null || items == null) {
      return null;
    }
    if (items.isEmpty()) {
      node.problem("names no field. Name one, or remove it to have a digest of the whole row.");
    }
    List<String> names = new ArrayList<>();
    for (SpecNode item : items) {
      Text text = item.text("Name a field.");
      if (text == null) {
        continue;
      }
      Schema schema = input == null ? null : input.schema();
      if (input != null && schema != null && !schema.hasField(text.value())) {
        item.problem(
            String.format(
                "%s is not a field of %s.%s Its fields: %s.",
                text.quoted(),
                input.name(),
                Names.didYouMean(text.typed(), schema.getFieldNames()),
                Names.list(schema.getFieldNames())));
      } else if (names.contains(text.value())) {
        item.problem("names " + text.quoted() + " a second time. Remove it.");
      }
      names.add(text.value());
    }
    return List.copyOf(names);
  }

  private void checkAgainstInputs(SpecNode node, KafkaConnection connection, String topic) {
    for (InputDraft input : inputs) {
      if (input.from() instanceof SourceSpec.Kafka kafka
          && kafka.topics().contains(topic)
          && kafka.connection().bootstrapServers().equals(connection.bootstrapServers())) {
        node.problem(
            String.format(
                "rows written here would be read as rows of %s, round and round. Write to a topic of"
                    + " its own.",
                input.name()));
      }
    }
  }
}
