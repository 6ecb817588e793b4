package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.SourceSpec.Offset;
import dev.mortise.pipeline.spec.SourceSpec.OffsetKind;
import dev.mortise.pipeline.spec.SpecNode.Text;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads an input's {@code from.kafka}. */
final class KafkaSourceReader {
  private static final FieldNames KAFKA =
      FieldNames.of(
          KafkaConnectionReader.SERVERS,
          "topic",
          "topics",
          "group_id",
          "start",
          "stop",
          PassedFieldsReader.KEY,
          PassedFieldsReader.HEADERS,
          KafkaConnectionReader.PROPERTIES);
  private static final Map<String, OffsetKind> STARTS = new LinkedHashMap<>();
  private static final Map<String, OffsetKind> STOPS = Map.of("latest", OffsetKind.LATEST);

  /** Properties that would go behind the back of what the run does with offsets and values. */
  private static final Map<String, String> TAKEN =
      Map.of(
          "bootstrap.servers", "has a field of its own. Write bootstrap_servers.",
          "group.id", "has a field of its own. Write group_id.",
          "enable.auto.commit", "is for the run to decide: offsets are committed for group_id.",
          "key.deserializer", "is for the run to decide, which decodes records itself.",
          "value.deserializer", "is for the run to decide, by format.");

  private static final String TIME = "a time such as 2026-01-05T10:00:00Z";

  static {
    STARTS.put("earliest", OffsetKind.EARLIEST);
    STARTS.put("latest", OffsetKind.LATEST);
    STARTS.put("committed", OffsetKind.COMMITTED);
  }

  private KafkaSourceReader() {}

  static @Nullable SourceSpec read(SpecNode node) {
    Fields fields = node.fields(KAFKA);
    if (fields == null) {
      return null;
    }
    KafkaConnection connection = KafkaConnectionReader.read(fields);
    SpecNode properties = fields.get(KafkaConnectionReader.PROPERTIES);
    if (properties != null && properties.isMap()) {
      TAKEN.forEach(
          (name, why) -> {
            if (properties.hasKey(name)) {
              properties.problem(name + " " + why);
            }
          });
    }
    List<String> topics = topics(fields);
    SpecNode groupNode = fields.get("group_id");
    Text group = groupNode == null ? null : groupNode.text("Write the consumer group's name.");
    // Of all places to begin, the earliest loses nothing.
    SpecNode startNode = fields.get("start");
    Offset start =
        startNode == null ? new Offset(OffsetKind.EARLIEST, null) : offset(startNode, STARTS);
    SpecNode stopNode = fields.get("stop");
    Offset stop = stopNode == null ? null : offset(stopNode, STOPS);
    if (startNode != null
        && start != null
        && start.kind() == OffsetKind.COMMITTED
        && groupNode == null) {
      startNode.problem(
          "offsets are committed for a consumer group, and none is named. Add group_id, or begin at"
              + " earliest.");
    }
    if (stopNode != null && start != null && stop != null) {
      checkOrder(stopNode, start, stop);
    }
    PassedFields passed = PassedFieldsReader.read(fields);
    boolean sound =
        connection != null
            && topics != null
            && start != null
            && (groupNode == null || group != null)
            && (stopNode == null || stop != null);
    return sound && connection != null && topics != null && start != null && passed != null
        ? new SourceSpec.Kafka(
            connection,
            topics,
            group == null ? null : group.value(),
            start,
            stop,
            passed,
            node.line())
        : null;
  }

  private static void checkOrder(SpecNode node, Offset start, Offset stop) {
    if (start.kind() == OffsetKind.LATEST && stop.kind() == OffsetKind.LATEST) {
      node.problem(
          "the stream would begin where it stops. Begin at earliest, committed or a time.");
    }
    Instant from = start.timestamp();
    Instant to = stop.timestamp();
    if (from != null && to != null && !from.isBefore(to)) {
      node.problem("must lie behind start, but is " + node.kind() + ". Write a later time.");
    }
  }

  private static @Nullable List<String> topics(Fields fields) {
    SpecNode one = fields.get("topic");
    SpecNode several = fields.get("topics");
    if (one != null && several != null) {
      several.problem("topic is given too. Write all of them under topics, and remove topic.");
      return null;
    }
    if (one != null) {
      String topic = KafkaConnectionReader.topic(one);
      return topic == null ? null : List.of(topic);
    }
    if (several == null) {
      fields.missing(
          "topic", "is missing. Write topic: orders, or topics: [orders_eu, orders_us].");
      return null;
    }
    List<SpecNode> items = several.items("Write [orders_eu, orders_us] or alike.");
    if (items == null) {
      return null;
    }
    if (items.isEmpty()) {
      several.problem("names no topic. Write one at least.");
      return null;
    }
    List<String> topics = new ArrayList<>();
    boolean sound = true;
    for (SpecNode item : items) {
      String topic = KafkaConnectionReader.topic(item);
      if (topic != null && topics.contains(topic)) {
        item.problem("is given twice. Remove one of them.");
        sound = false;
      } else if (topic != null) {
        topics.add(topic);
      }
      sound &= topic != null;
    }
    return sound ? List.copyOf(topics) : null;
  }

  private static @Nullable Offset offset(SpecNode node, Map<String, OffsetKind> words) {
    String allowed = String.join(", ", words.keySet());
    Text text = node.text("Write " + allowed + " or " + TIME + ".");
    if (text == null) {
      return null;
    }
    OffsetKind kind = words.get(text.value());
    if (kind != null) {
      return new Offset(kind, null);
    }
    try {
      OffsetDateTime time = OffsetDateTime.parse(text.value());
      return new Offset(
          OffsetKind.TIMESTAMP, Instant.ofEpochMilli(time.toInstant().toEpochMilli()));
    } catch (DateTimeException | ArithmeticException e) {
      node.problem(
          text.quoted()
              + " is no place in a topic."
              + Names.didYouMean(text.typed(), words.keySet())
              + " Allowed: "
              + allowed
              + ", or "
              + TIME
              + ".");
      return null;
    }
  }
}
