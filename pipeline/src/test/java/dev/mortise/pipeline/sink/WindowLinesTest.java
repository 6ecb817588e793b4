package dev.mortise.pipeline.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.join.JoinSide;
import dev.mortise.join.UnmatchedReason;
import dev.mortise.pipeline.TestInputs;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.RowFormat;
import dev.mortise.pipeline.window.WindowRow;
import dev.mortise.window.Timing;
import dev.mortise.window.TooLateRow;
import dev.mortise.window.WindowPane;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

class WindowLinesTest {
  private static final InputSpec ORDERS =
      TestInputs.orders(TestInputs.files("/orders"), RowFormat.JSON);
  private static final InputSpec PAYMENTS =
      TestInputs.input("payments", TestInputs.ORDERS, TestInputs.files("/p"), RowFormat.JSON);
  private static final WindowLines LINES =
      new WindowLines(
          OutputLines.of(TestInputs.spec(Path.of("/tmp"), ORDERS, PAYMENTS)), "revenue");
  private static final Instant TIME = Instant.parse("2026-01-05T10:00:00Z");
  private static final Row ORDER =
      Row.withSchema(TestInputs.ORDERS).addValues("O-1", 17L, TIME).build();
  private static final String ORDER_LINE =
      "{\"order_id\":\"O-1\",\"amount\":17,\"order_time\":\"2026-01-05T10:00:00.000Z\"}";
  private static final Row KEY =
      Row.withSchema(Schema.builder().addStringField("order_id").build()).addValue("O-1").build();
  private static final Schema BY =
      Schema.builder().addNullableField("left.amount", FieldType.INT64).build();

  private static final Schema QUANTILES = Schema.builder().addDoubleField("p50").build();
  private static final Schema VALUES =
      Schema.builder()
          .addNullableField("rows", FieldType.INT64)
          .addNullableField("revenue", FieldType.DECIMAL)
          .addNullableField("gaps", FieldType.row(QUANTILES))
          .build();

  @Test
  void writesAResult() {
    Row values =
        Row.withSchema(VALUES)
            .addValues(
                2L,
                new BigDecimal("18446744073709551616"),
                Row.withSchema(QUANTILES).addValue(1.5).build())
            .build();
    Row by = Row.withSchema(BY).attachValues(Arrays.asList((Object) null));

    assertThat(
            LINES.pane(
                new WindowPane<>(
                    by,
                    TIME,
                    TIME.plus(Duration.standardMinutes(5)),
                    values,
                    Timing.ON_TIME,
                    0,
                    true)))
        .isEqualTo(
            "{\"window_start\":\"2026-01-05T10:00:00.000Z\","
                + "\"window_end\":\"2026-01-05T10:05:00.000Z\","
                + "\"by\":{\"left.amount\":null},"
                + "\"values\":{\"rows\":2,\"revenue\":18446744073709551616,\"gaps\":{\"p50\":1.5}},"
                + "\"pane\":{\"timing\":\"on_time\",\"index\":0,\"last\":true}}");
  }

  @Test
  void aLaterResultOfAWindowHasTheSameRecordKey() {
    Row by = Row.withSchema(BY).addValue(7L).build();
    Row values = Row.nullRow(VALUES);
    Instant end = TIME.plus(Duration.standardMinutes(5));

    assertThat(RecordKeys.pane(new WindowPane<>(by, TIME, end, values, Timing.EARLY, 0, false)))
        .isEqualTo(
            RecordKeys.pane(new WindowPane<>(by, TIME, end, values, Timing.ON_TIME, 1, true)))
        .isEqualTo("[\"2026-01-05T10:00:00.000Z\",7]");
  }

  private static String tooLate(WindowRow row) {
    return LINES.tooLate(
        new TooLateRow<>(
            Row.withSchema(Schema.builder().build()).build(),
            row,
            TIME,
            TIME.plus(Duration.millis(1)),
            1));
  }

  @Test
  void aPairThatCameTooLateHasBothRows_andNoSide() {
    assertThat(tooLate(new WindowRow(null, null, KEY, TIME, 0L, ORDER, ORDER)))
        .isEqualTo(
            "{\"side\":null,\"input\":null,\"key\":\"O-1\","
                + "\"event_time\":\"2026-01-05T10:00:00.000Z\","
                + "\"watermark\":\"2026-01-05T10:00:00.001Z\",\"row\":{\"left\":"
                + ORDER_LINE
                + ",\"right\":"
                + ORDER_LINE
                + "},\"window\":\"revenue\"}");
  }

  @Test
  void aRowThatCameTooLateIsThatOfItsSide_withOrWithoutAKey() {
    String line =
        "{\"side\":\"right\",\"input\":\"payments\",\"key\":\"O-1\","
            + "\"event_time\":\"2026-01-05T10:00:00.000Z\","
            + "\"watermark\":\"2026-01-05T10:00:00.001Z\",\"row\":"
            + ORDER_LINE
            + ",\"window\":\"revenue\"}";

    assertThat(tooLate(new WindowRow(JoinSide.RIGHT, null, KEY, TIME, null, null, ORDER)))
        .isEqualTo(line);
    assertThat(
            tooLate(
                new WindowRow(
                    JoinSide.RIGHT, UnmatchedReason.NULL_KEY, null, TIME, null, null, ORDER)))
        .isEqualTo(line);
  }
}
