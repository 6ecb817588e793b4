package dev.mortise.pipeline.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinedPair;
import dev.mortise.join.LateRow;
import dev.mortise.join.UnmatchedReason;
import dev.mortise.join.UnmatchedRow;
import dev.mortise.pipeline.TestInputs;
import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.source.RowSchemas;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.JoinSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.RowFormat;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutputLinesTest {
  private static final InputSpec ORDERS =
      TestInputs.orders(TestInputs.files("/orders"), RowFormat.JSON);
  private static final InputSpec PAYMENTS =
      TestInputs.input("payments", TestInputs.ORDERS, TestInputs.files("/p"), RowFormat.JSON);
  private static final OutputLines LINES =
      SerializableUtils.clone(OutputLines.of(TestInputs.spec(Path.of("/tmp"), ORDERS, PAYMENTS)));

  private static final Instant TWO = Instant.parse("2026-01-05T10:02:00Z");
  private static final Instant FOUR = Instant.parse("2026-01-05T10:04:00.5Z");
  private static final Row KEY =
      Row.withSchema(Schema.builder().addStringField("order_id").build()).addValue("O-1").build();

  private static Row order(String id, @Nullable Long amount, Instant time) {
    return Row.withSchema(TestInputs.ORDERS).addValues(id, amount, time).build();
  }

  private static final String ORDER =
      "{\"order_id\":\"O-1\",\"amount\":17,\"order_time\":\"2026-01-05T10:02:00.000Z\"}";
  private static final String PAYMENT =
      "{\"order_id\":\"O-1\",\"amount\":null,\"order_time\":\"2026-01-05T10:04:00.500Z\"}";

  @Test
  void writesPairs() {
    JoinedPair<Row, Row, Row> pair =
        new JoinedPair<>(KEY, order("O-1", 17L, TWO), order("O-1", null, FOUR), TWO, FOUR);
    assertThat(LINES.matched(pair))
        .isEqualTo(
            "{\"key\":\"O-1\",\"event_time\":\"2026-01-05T10:04:00.500Z\",\"gap_ms\":120500,"
                + "\"left\":"
                + ORDER
                + ",\"right\":"
                + PAYMENT
                + "}");
  }

  @Test
  void writesUnmatchedRows() {
    UnmatchedRow<Row, Row> row =
        new UnmatchedRow<>(KEY, order("O-1", 17L, TWO), TWO, UnmatchedReason.NO_MATCH);
    assertThat(LINES.unmatched(JoinSide.LEFT, row))
        .isEqualTo(
            "{\"side\":\"left\",\"input\":\"orders\",\"key\":\"O-1\","
                + "\"event_time\":\"2026-01-05T10:02:00.000Z\",\"reason\":\"no_match\",\"row\":"
                + ORDER
                + "}");
  }

  private static OutputLines keyedBy(String... fields) {
    PipelineSpec spec = TestInputs.spec(Path.of("/tmp"), ORDERS, PAYMENTS);
    JoinSpec join = spec.join();
    return OutputLines.of(
        new PipelineSpec(
            spec.file(),
            spec.name(),
            spec.inputs(),
            new JoinSpec(
                join.left(),
                join.right(),
                List.of(fields),
                List.of(fields),
                join.type(),
                join.interval()),
            spec.windows(),
            spec.outputs()));
  }

  @Test
  void writesMissingKeys_asWhatThereIsOfThem() {
    UnmatchedRow<Row, Row> row =
        new UnmatchedRow<>(null, order("O-1", null, TWO), TWO, UnmatchedReason.NULL_KEY);
    assertThat(keyedBy("amount").unmatched(JoinSide.RIGHT, row))
        .contains("\"side\":\"right\",\"input\":\"payments\",\"key\":null,")
        .contains("\"reason\":\"null_key\"");
    assertThat(keyedBy("order_id", "amount").unmatched(JoinSide.LEFT, row))
        .contains("\"key\":[\"O-1\",null],");
  }

  @Test
  void writesLateRows() {
    LateRow<Row, Row, Row> row =
        new LateRow<>(
            JoinSide.RIGHT,
            KEY,
            null,
            order("O-1", null, FOUR),
            FOUR,
            BoundedWindow.TIMESTAMP_MAX_VALUE);
    assertThat(LINES.late(row))
        .isEqualTo(
            "{\"side\":\"right\",\"input\":\"payments\",\"key\":\"O-1\","
                + "\"event_time\":\"2026-01-05T10:04:00.500Z\","
                + "\"watermark\":\"+294247-01-10T04:00:54.775Z\",\"row\":"
                + PAYMENT
                + "}");
  }

  @Test
  void writesDeadLetters() {
    assertThat(LINES.deadLetter(new DeadLetter(null, "a.jsonl:17", "is bad", "{\"\n\u00e4")))
        .isEqualTo(
            "{\"input\":null,\"position\":\"a.jsonl:17\",\"error\":\"is bad\","
                + "\"raw\":\"{\\\"\\n\u00e4\"}");
  }

  @Test
  void writesEveryType_andUnknownFieldsAsIfDeclared() {
    Schema schema =
        Schema.builder()
            .addInt32Field("i")
            .addDoubleField("d")
            .addDecimalField("m")
            .addBooleanField("b")
            .addDateTimeField("order_time")
            .build();
    InputSpec input =
        TestInputs.keepingUnknown(
            TestInputs.input("orders", schema, TestInputs.files("/x"), RowFormat.JSON));
    Row row =
        Row.withSchema(RowSchemas.of(input))
            .addValues(
                1,
                0.1,
                new BigDecimal("1E+3"),
                true,
                Instant.parse("0001-01-01T00:00:00Z"),
                "{\"x\":1.10,\"y\":{\"z\":[]}}")
            .build();
    UnmatchedRow<Row, Row> unmatched = new UnmatchedRow<>(KEY, row, TWO, UnmatchedReason.NO_MATCH);
    assertThat(LINES.unmatched(JoinSide.LEFT, unmatched))
        .endsWith(
            "\"row\":{\"i\":1,\"d\":0.1,\"m\":1000,\"b\":true,"
                + "\"order_time\":\"0001-01-01T00:00:00.000Z\",\"x\":1.10,\"y\":{\"z\":[]}}}");
  }
}
