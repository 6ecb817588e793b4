package dev.mortise.pipeline.spec;

import static dev.mortise.pipeline.spec.SpecFixture.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.spec.SourceSpec.Offset;
import dev.mortise.pipeline.spec.SourceSpec.OffsetKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KafkaSpecTest {
  private static final String FILES = "{files: \"orders/*.jsonl\"}";
  private static final String WATERMARK = "{max_out_of_orderness: 10m, idle_after: 1m}";

  @TempDir Path directory;
  private SpecFixture specs;

  @BeforeEach
  void makeFixture() {
    specs = new SpecFixture(directory, Map.of("BROKER", "kafka:9092"));
  }

  private static String from(String fields) {
    return with(FILES, "{kafka: {" + fields + "}}");
  }

  private InputSpec orders(String spec) throws SpecException {
    return specs.read(spec).input("orders");
  }

  @Test
  void readsTopics() throws SpecException {
    InputSpec orders =
        orders(
            from(
                "bootstrap_servers: \"${BROKER},other:9093\", topics: [eu.orders, us.orders],"
                    + " group_id: mortise, start: committed, stop: 2026-01-05T11:00:00+01:00,"
                    + " properties: {client.id: me}"));

    assertThat(orders.from())
        .isEqualTo(
            new SourceSpec.Kafka(
                new KafkaConnection("kafka:9092,other:9093", Map.of("client.id", "me")),
                List.of("eu.orders", "us.orders"),
                "mortise",
                new Offset(OffsetKind.COMMITTED, null),
                new Offset(OffsetKind.TIMESTAMP, Instant.parse("2026-01-05T10:00:00Z")),
                4));
    assertThat(orders.isStreaming()).isTrue();
  }

  @Test
  void beginsAtTheEarliest_andNeverStops_unlessTold() throws SpecException {
    SourceSpec.Kafka from =
        (SourceSpec.Kafka) orders(from("bootstrap_servers: a:1, topic: orders")).from();

    assertThat(from.start()).isEqualTo(new Offset(OffsetKind.EARLIEST, null));
    assertThat(from.stop()).isNull();
    assertThat(from.groupId()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "topic: x                                            | .bootstrap_servers (spec.yaml:4): is missing. Write host:port",
        "bootstrap_servers: a:1                              | .topic (spec.yaml:4): is missing. Write topic: orders",
        "bootstrap_servers: localhost, topic: x              | .bootstrap_servers (spec.yaml:4): \"localhost\" does not name servers of Kafka. Write host:port",
        "bootstrap_servers: \"a:1,\", topic: x               | .bootstrap_servers (spec.yaml:4): \"a:1,\" does not name servers",
        "bootstrap_servers: a:99999, topic: x                | .bootstrap_servers (spec.yaml:4): \"a:99999\" does not name servers",
        "bootstrap_servers: a:1, topic: \"a b\"              | .topic (spec.yaml:4): \"a b\" can't be a topic's name",
        "bootstrap_servers: a:1, topics: []                  | .topics (spec.yaml:4): names no topic.",
        "bootstrap_servers: a:1, topics: [x, x]              | .topics[1] (spec.yaml:4): is given twice.",
        "bootstrap_servers: a:1, topic: x, topics: [y]       | .topics (spec.yaml:4): topic is given too.",
        "bootstrap_servers: a:1, topic: x, topc: y           | .topc (spec.yaml:4): is not a field of the spec. Did you mean topic?",
        "bootstrap_servers: a:1, topic: x, start: erliest    | .start (spec.yaml:4): \"erliest\" is no place in a topic. Did you mean earliest?",
        "bootstrap_servers: a:1, topic: x, start: 2026-01-05 | .start (spec.yaml:4): \"2026-01-05\" is no place in a topic.",
        "bootstrap_servers: a:1, topic: x, start: committed  | .start (spec.yaml:4): offsets are committed for a consumer group, and none is named.",
        "bootstrap_servers: a:1, topic: x, stop: earliest    | .stop (spec.yaml:4): \"earliest\" is no place in a topic.",
        "bootstrap_servers: a:1, topic: x, start: latest, stop: latest | .stop (spec.yaml:4): the stream would begin where it stops.",
        "bootstrap_servers: a:1, topic: x, start: 2026-01-05T10:00:00Z, stop: 2026-01-05T10:00:00Z | .stop (spec.yaml:4): must lie behind start",
        "bootstrap_servers: a:1, topic: x, properties: {group.id: g} | .properties (spec.yaml:4): group.id has a field of its own.",
      })
  void explainsWrongTopics(String fields, String problem) {
    assertThat(specs.problems(from(fields)))
        .singleElement()
        .asString()
        .startsWith("inputs.orders.from.kafka" + problem);
  }

  @Test
  void wantsAFormatAndAWatermark() {
    String topic = from("bootstrap_servers: a:1, topic: x");

    assertThat(specs.problems(topic.replace("    format: json\n", "")))
        .containsExactly(
            "inputs.orders.format (spec.yaml:3): is missing, and a topic does not say it. Write"
                + " json or avro.");
    assertThat(specs.problems(topic.replace("format: json", "format: csv")))
        .singleElement()
        .asString()
        .contains("records have no header row");
    assertThat(specs.problems(topic.replace("    watermark: " + WATERMARK + "\n", "")))
        .singleElement()
        .asString()
        .contains("is missing: a topic's rows are a stream");
    assertThat(
            specs.problems(with(FILES, "{kafka: {bootstrap_servers: a:1, topic: x}, replay: max}")))
        .singleElement()
        .asString()
        .contains("only files can be replayed");
  }

  @Test
  void readsHowFarAheadRowsMayBeDated() throws SpecException {
    assertThat(watermark("{max_out_of_orderness: 1s, max_future: 5m}"))
        .isEqualTo(
            new WatermarkSpec(
                Duration.standardSeconds(1), null, Duration.standardMinutes(5), false));
    assertThat(watermark("{max_out_of_orderness: 1s, max_future: {by: 0s, then: cap}}"))
        .isEqualTo(new WatermarkSpec(Duration.standardSeconds(1), null, Duration.ZERO, true));
    assertThat(specs.problems(with(WATERMARK, "{max_out_of_orderness: 1s, max_future: -5m}")))
        .singleElement()
        .asString()
        .startsWith("inputs.orders.watermark.max_future (spec.yaml:13): must not be negative");
    assertThat(
            specs.problems(
                with(WATERMARK, "{max_out_of_orderness: 1s, max_future: {by: 5m, then: drop}}")))
        .singleElement()
        .asString()
        .contains("\"drop\" is not known here.");
  }

  private @Nullable WatermarkSpec watermark(String text) throws SpecException {
    return orders(with(WATERMARK, text)).watermark();
  }
}
