package dev.mortise.pipeline.spec;

import static dev.mortise.pipeline.spec.SpecFixture.VALID;
import static dev.mortise.pipeline.spec.SpecFixture.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.joda.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaOutputReaderTest {
  @TempDir Path directory;
  private SpecFixture specs;

  @BeforeEach
  void setUp() {
    specs = new SpecFixture(directory);
  }

  @Test
  void readsEveryField() throws Exception {
    PipelineSpec spec =
        specs.read(
            with(
                "{to: {files: out/matched}}",
                "{to: {kafka: {bootstrap_servers: \"h:1\", topic: pairs, delivery: exactly_once,"
                    + " key: {left: [order_id], right: [order_ref, paid_at]}, transaction_timeout:"
                    + " 2m, properties: {compression.type: zstd}}}}"));

    assertThat(spec.outputs().get("matched"))
        .isEqualTo(
            new KafkaOutput(
                "matched",
                new KafkaConnection("h:1", Map.of("compression.type", "zstd")),
                "pairs",
                Delivery.EXACTLY_ONCE,
                new RowId(List.of("order_id"), List.of("order_ref", "paid_at")),
                Duration.standardMinutes(2),
                32));
  }

  @Test
  void whatIsLeftOutIsLeftToTheRunner_andRowsHaveDigests() throws Exception {
    PipelineSpec spec =
        specs.read(with("{to: {files: out/late}}", kafka("bootstrap_servers: \"h:1\", topic: t")));

    assertThat(spec.outputs().get("late"))
        .isEqualTo(
            new KafkaOutput(
                "late", new KafkaConnection("h:1", Map.of()), "t", null, RowId.DIGESTS, null, 34));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "topic: t | late.to.kafka.bootstrap_servers (spec.yaml:34): is missing.",
        "bootstrap_servers: \"h:1\" | late.to.kafka.topic (spec.yaml:34): is missing.",
        "bootstrap_servers: \"h:1\", topic: a b | late.to.kafka.topic (spec.yaml:34): \"a b\" can't be",
        "bootstrap_servers: \"h:1\", topic: t, deliver: x | late.to.kafka.deliver (spec.yaml:34): is not a field of the spec. Did you mean delivery?",
        "bootstrap_servers: \"h:1\", topic: t, delivery: once | late.to.kafka.delivery (spec.yaml:34): \"once\" is not known here.",
        "bootstrap_servers: \"h:1\", topic: t, key: {left: [orderid]} | late.to.kafka.key.left[0] (spec.yaml:34): \"orderid\" is not a field of orders. Did you mean order_id?",
        "bootstrap_servers: \"h:1\", topic: t, key: {left: []} | late.to.kafka.key.left (spec.yaml:34): names no field.",
        "bootstrap_servers: \"h:1\", topic: t, transaction_timeout: 1ms | late.to.kafka.transaction_timeout (spec.yaml:34): must be from 1s to 1h",
        "bootstrap_servers: \"h:1\", topic: t, delivery: at_least_once, transaction_timeout: 1m | late.to.kafka.transaction_timeout (spec.yaml:34): belongs to delivery: exactly_once",
        "bootstrap_servers: \"h:1\", topic: t, properties: {acks: \"1\"} | late.to.kafka.properties.acks (spec.yaml:34): can't be chosen: rows could be lost.",
      })
  void namesMistakes(String fields, String problem) {
    assertThat(specs.problems(with("{to: {files: out/late}}", kafka(fields))))
        .singleElement()
        .asString()
        .startsWith("outputs." + problem);
  }

  @Test
  void deadLettersHaveNoFieldsToNameInTheirKeys() {
    assertThat(
            specs.problems(
                with(
                    "{to: {files: out/dead_letter}}",
                    kafka("bootstrap_servers: \"h:1\", topic: t, key: {left: [order_id]}"))))
        .singleElement()
        .asString()
        .contains("outputs.dead_letter.to.kafka.key", "its key is its input and position");
  }

  @Test
  void twoOutputsCantShareATopic_norCanAnOutputGoToTwoPlaces() {
    String topic = kafka("bootstrap_servers: \"h:1\", topic: t");
    String both =
        VALID
            .replace("{to: {files: out/late}}", topic)
            .replace("{to: {files: out/dead_letter}}", topic)
            .replace("{to: {files: out/matched}}", "{to: {files: a, kafka: {topic: t}}}");

    assertThat(specs.problems(both))
        .satisfiesExactly(
            first -> assertThat(first).contains("goes to one place"),
            second -> assertThat(second).contains("is the topic of late too"));
  }

  @Test
  void anOutputCantFeedAnInput() {
    String spec =
        with("{to: {files: out/late}}", kafka("bootstrap_servers: \"h:1\", topic: orders"))
            .replace(
                "from: {files: \"orders/*.jsonl\"}",
                "from: {kafka: {bootstrap_servers: \"h:1\", topic: orders}}");

    assertThat(specs.problems(spec))
        .singleElement()
        .asString()
        .contains("outputs.late.to.kafka.topic", "round and round");
  }

  private static String kafka(String fields) {
    return "{to: {kafka: {" + fields + "}}}";
  }
}
