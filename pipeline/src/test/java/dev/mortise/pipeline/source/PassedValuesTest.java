package dev.mortise.pipeline.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.TestInputs;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.KafkaConnection;
import dev.mortise.pipeline.spec.PassedFields;
import dev.mortise.pipeline.spec.RowFormat;
import dev.mortise.pipeline.spec.SourceSpec;
import dev.mortise.pipeline.spec.SourceSpec.Offset;
import dev.mortise.pipeline.spec.SourceSpec.OffsetKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PassedValuesTest {
  private static final Schema ROWS =
      Schema.builder()
          .addFields(TestInputs.ORDERS.getFields())
          .addNullableField("kafka_key", FieldType.STRING)
          .addNullableField("trace_id", FieldType.STRING)
          .build();

  private static InputSpec input() {
    SourceSpec topics =
        new SourceSpec.Kafka(
            new KafkaConnection("localhost:9092", Map.of()),
            List.of("orders"),
            null,
            new Offset(OffsetKind.EARLIEST, null),
            null,
            new PassedFields("kafka_key", Map.of("trace", "trace_id")),
            0);
    return TestInputs.input("orders", ROWS, topics, RowFormat.JSON);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static RowParser.Parsed parsed(
      InputSpec input, String value, byte @Nullable [] key, byte @Nullable [] trace) {
    return PassedValues.of(input)
        .add(
            RowDecoder.of(input).decode(bytes(value)),
            key,
            name -> name.equals("trace") ? trace : null);
  }

  private static final String ORDER =
      "{\"order_id\":\"a\",\"order_time\":0,\"trace_id\":\"of the value\",\"x\":1}";

  @Test
  void keyAndHeadersBecomeFields_whateverTheValueHas() {
    RowParser.Parsed parsed = parsed(input(), ORDER, bytes("k\u00e4"), bytes("t1"));
    assertThat(Objects.requireNonNull(parsed.row()).getValues())
        .containsExactly("a", null, Instant.ofEpochMilli(0), "k\u00e4", "t1");
    assertThat(parsed.eventTime()).isEqualTo(Instant.ofEpochMilli(0));
  }

  @Test
  void whatARecordHasNotIsNull() {
    assertThat(Objects.requireNonNull(parsed(input(), ORDER, null, null).row()).getValues())
        .containsExactly("a", null, Instant.ofEpochMilli(0), null, null);
  }

  @Test
  void unknownFieldsAreKeptBesideThem() {
    RowParser.Parsed parsed = parsed(TestInputs.keepingUnknown(input()), ORDER, bytes("k"), null);
    assertThat(Objects.requireNonNull(parsed.row()).getString(RowSchemas.UNKNOWN_FIELDS))
        .isEqualTo("{\"x\":1}");
  }

  @Test
  void whatIsNoTextIsADeadLetter() {
    assertThat(parsed(input(), ORDER, new byte[] {-1}, new byte[] {-1}).error())
        .isEqualTo(
            "kafka_key: must be text, but the record's key is not UTF-8;"
                + " trace_id: must be text, but the header trace is not UTF-8");
    assertThat(parsed(input(), "{", bytes("k"), null).error()).startsWith("is not JSON");
  }
}
