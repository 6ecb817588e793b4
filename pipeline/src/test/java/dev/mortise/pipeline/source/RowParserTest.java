package dev.mortise.pipeline.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.TestInputs;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.RowFormat;
import java.math.BigDecimal;
import java.util.Objects;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowParserTest {
  private static final Schema SCHEMA =
      Schema.builder()
          .addNullableField("s", FieldType.STRING)
          .addNullableField("i", FieldType.INT32)
          .addNullableField("l", FieldType.INT64)
          .addNullableField("d", FieldType.DOUBLE)
          .addNullableField("m", FieldType.DECIMAL)
          .addNullableField("b", FieldType.BOOLEAN)
          .addDateTimeField("order_time")
          .build();

  private static InputSpec input(Schema schema, RowFormat format) {
    return TestInputs.input("orders", schema, TestInputs.files("/x"), format);
  }

  private static final RowParser JSON = RowParser.of(input(SCHEMA, RowFormat.JSON));
  private static final RowParser CSV = RowParser.of(input(SCHEMA, RowFormat.CSV));

  private static Object value(RowParser parser, String field, String json) {
    RowParser.Parsed parsed =
        parser.parse("{\"" + field + "\":" + json + ",\"order_time\":\"2026-01-05T10:02:00Z\"}");
    assertThat(parsed.error()).isNull();
    return Objects.requireNonNull(Objects.requireNonNull(parsed.row()).getValue(field));
  }

  private static String error(RowParser parser, String field, String json) {
    String text =
        field.equals("order_time")
            ? "{\"order_time\":" + json + "}"
            : "{\"" + field + "\":" + json + ",\"order_time\":\"2026-01-05T10:02:00Z\"}";
    RowParser.Parsed parsed = parser.parse(text);
    assertThat(parsed.row()).isNull();
    assertThat(parsed.eventTime()).isNull();
    return Objects.requireNonNull(parsed.error());
  }

  @Test
  void readsEveryType() {
    assertThat(value(JSON, "s", "\"17\"")).isEqualTo("17");
    assertThat(value(JSON, "s", "\"\"")).isEqualTo("");
    assertThat(value(JSON, "s", "\"\\ud83d\\ude00\"")).isEqualTo("\uD83D\uDE00");
    assertThat(value(JSON, "i", "-2147483648")).isEqualTo(Integer.MIN_VALUE);
    assertThat(value(JSON, "l", "9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(value(JSON, "d", "1.5e3")).isEqualTo(1500.0);
    assertThat(value(JSON, "d", "7")).isEqualTo(7.0);
    assertThat(value(JSON, "m", "0.1000000000000000055511151231257827"))
        .isEqualTo(new BigDecimal("0.1000000000000000055511151231257827"));
    assertThat(value(JSON, "m", "\"123456789012345678901234567890.10\""))
        .isEqualTo(new BigDecimal("123456789012345678901234567890.10"));
    assertThat(value(JSON, "b", "true")).isEqualTo(true);
    assertThat(value(JSON, "b", "false")).isEqualTo(false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "s|17|s: must be text, but is the number 17",
        "s|1.50|s: must be text, but is the number 1.50",
        "s|true|s: must be text, but is true",
        "s|{\"a\":1}|s: must be text, but is an object",
        "s|[1,[2]]|s: must be text, but is an array",
        "s|\"\\ud800\"|s: must be text, but holds half a character (a lone surrogate)",
        "i|\"17\"|i: must be a whole number, but is the text \"17\"",
        "i|1.5|i: must be a whole number, but is the number 1.5",
        "i|1.0|i: must be a whole number, but is the number 1.0",
        "i|1e3|i: must be a whole number, but is the number 1e3",
        "i|false|i: must be a whole number, but is false",
        "i|[]|i: must be a whole number, but is an array",
        "i|2147483648|i: must lie between -2147483648 and 2147483647, but is 2147483648",
        "l|9223372036854775808|l: must lie between -9223372036854775808 and 9223372036854775807, but is 9223372036854775808",
        "l|\"\"|l: must be a whole number, but is the text \"\"",
        "d|\"1.5\"|d: must be a number, but is the text \"1.5\"",
        "d|1e999|d: must fit into a double, but is 1e999",
        "d|true|d: must be a number, but is true",
        "d|{}|d: must be a number, but is an object",
        "m|\"1,5\"|m: must be a number, or text that is one, but is the text 1,5",
        "m|true|m: must be a number, or text that is one, but is true",
        "m|1e1001|m: must have at most 1,000 digits on each side of the point, but is 1e1001",
        "m|1e-1001|m: must have at most 1,000 digits on each side of the point, but is 1e-1001",
        "m|1e99999999999|m: must have at most 1,000 digits on each side of the point, but is 1e99999999999",
        "b|\"true\"|b: must be true or false, but is the text \"true\"",
        "b|1|b: must be true or false, but is the number 1",
        "order_time|true|order_time: must be a time, as ISO-8601 text or whole milliseconds since 1970, but is true",
        "order_time|1.5|order_time: must be a time, as ISO-8601 text or whole milliseconds since 1970, but is the number 1.5",
        "order_time|\"2026-01-05\"|order_time: the time must be ISO-8601 such as 2026-01-05T10:02:00Z, or whole milliseconds since 1970, but is the text \"2026-01-05\"",
        "order_time|\"2026-01-05T10:02:00\"|order_time: the time must say its offset from UTC: write 2026-01-05T10:02:00Z if it is UTC, but is the text \"2026-01-05T10:02:00\"",
        "order_time|\"+300000-01-01T00:00:00Z\"|order_time: the time must lie between -290308-12-21T19:59:05.225Z and +294247-01-09T04:00:54.775Z, but is the text \"+300000-01-01T00:00:00Z\"",
        "order_time|9223372036854775807|order_time: the time must lie between -290308-12-21T19:59:05.225Z and +294247-01-09T04:00:54.775Z, but is 9223372036854775807 milliseconds",
        "order_time|-99999999999999999999|order_time: the time must lie between -290308-12-21T19:59:05.225Z and +294247-01-09T04:00:54.775Z, but is -99999999999999999999 milliseconds",
        "order_time|null|order_time: is the event time and must not be null"
      })
  void refusesWrongShape(String field, String json, String error) {
    assertThat(error(JSON, field, json)).isEqualTo(error);
  }

  @ParameterizedTest
  @CsvSource({
    "'\"2026-01-05T10:02:00Z\"', 1767607320000",
    "1767607320000, 1767607320000",
    "-1, -1",
    "'\"0001-01-01T00:00:00Z\"', -62135596800000",
    "'\"9999-12-31T23:59:59.999Z\"', 253402300799999",
    "'\"1969-12-31T23:59:59.9999Z\"', -1",
    "-9223372036854775, -9223372036854775",
    "9223371950454775, 9223371950454775"
  })
  void takesEventTimeFromItsField(String json, long millis) {
    RowParser.Parsed parsed = JSON.parse("{\"order_time\":" + json + "}");
    assertThat(parsed.error()).isNull();
    assertThat(parsed.eventTime()).isEqualTo(Instant.ofEpochMilli(millis));
    assertThat(Objects.requireNonNull(parsed.row()).getDateTime("order_time"))
        .isEqualTo(Instant.ofEpochMilli(millis));
  }

  @Test
  void saysEverythingThatIsWrong() {
    Schema schema =
        Schema.builder()
            .addStringField("id")
            .addInt64Field("n")
            .addDateTimeField("order_time")
            .build();
    RowParser parser = RowParser.of(input(schema, RowFormat.JSON));
    assertThat(parser.parse("{\"id\":17,\"order_time\":null}").error())
        .isEqualTo(
            "id: must be text, but is the number 17; order_time: is the event time and must not be"
                + " null; n: is missing");
    assertThat(parser.parse("{}").error())
        .isEqualTo("id: is missing; n: is missing; order_time: is missing");
    assertThat(parser.parse("{\"id\":null,\"n\":1,\"order_time\":0}").error())
        .isEqualTo("id: must not be null");
  }

  @Test
  void takesMissingAndNullForNull_whereThatIsAllowed() {
    Row row = JSON.parse("{\"s\":null,\"order_time\":0}").row();
    assertThat(Objects.requireNonNull(row).getValues())
        .containsExactly(null, null, null, null, null, null, Instant.EPOCH);
  }

  @Test
  void neverTakesNullForAnEventTime_evenIfTheFieldMayBeNull() {
    Schema schema = Schema.builder().addNullableField("order_time", FieldType.DATETIME).build();
    RowParser parser = RowParser.of(input(schema, RowFormat.JSON));
    assertThat(parser.parse("{}").error()).isEqualTo("order_time: is missing");
    assertThat(parser.parse("{\"order_time\":null}").error())
        .isEqualTo("order_time: is the event time and must not be null");
  }

  @Test
  void refusesFieldsThatStandTwice() {
    assertThat(JSON.parse("{\"s\":\"a\",\"s\":\"a\",\"order_time\":0}").error())
        .isEqualTo("s: must stand in the row once, but stands there again");
    assertThat(JSON.parse("{\"z\":1,\"z\":{\"y\":2},\"order_time\":0}").error())
        .isEqualTo("z: must stand in the row once, but stands there again");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{\"s\":}",
        "{\"s\" \"x\"}",
        "nonsense",
        "{'s':1}",
        "{\"s\":NaN}",
        "{\"i\":007}",
        "{\"s\":\"a\tb\"}",
        "{\"s\":\"\\x\"}",
        "{\"order_time\":0",
        "{\"order_time\":0,}",
        "\u0000"
      })
  void refusesWhatIsNotJson(String text) {
    assertThat(JSON.parse(text).error()).startsWith("is not JSON: ");
  }

  @ParameterizedTest
  @CsvSource({
    "'[1,2]', an array",
    "'\"x\"', text",
    "17, a number",
    "null, 'null'",
    "true, true or false",
    "'  ', empty"
  })
  void refusesWhatIsNotAnObject(String text, String kind) {
    assertThat(JSON.parse(text).error()).isEqualTo("must be a JSON object, but is " + kind);
  }

  @Test
  void refusesTextBehindTheObject() {
    assertThat(JSON.parse("{\"order_time\":0} {\"order_time\":0}").error())
        .isEqualTo("is not JSON Lines: more text follows the object on its line");
  }

  @Test
  void refusesAbsurdNestingAndNumbers() {
    assertThat(JSON.parse("{\"z\":" + "[".repeat(100_000)).error()).startsWith("is not JSON: ");
    assertThat(JSON.parse("{\"m\":" + "1".repeat(100_000) + ",\"order_time\":0}").error())
        .startsWith("is not JSON: ");
    assertThat(error(JSON, "m", "\"" + "1".repeat(1_000_000) + "\""))
        .isEqualTo(
            "m: must have at most 1,000 digits on each side of the point, but is "
                + "1".repeat(100)
                + "...");
  }

  @Test
  void cutsLongValuesInErrors() {
    assertThat(error(JSON, "i", "\"" + "x".repeat(10_000) + "\"")).hasSizeLessThan(200);
  }

  @Test
  void ignoresUnknownFields_orKeepsThemAsWritten() {
    String text =
        "{\"x\":1.10,\"order_time\":0,\"nested\":{\"a\":[1e400,null,\"\u00e4\"],\"b\":{}},\"t\":true}";
    assertThat(Objects.requireNonNull(JSON.parse(text).row()).getSchema()).isEqualTo(SCHEMA);
    InputSpec keeping = TestInputs.keepingUnknown(input(SCHEMA, RowFormat.JSON));
    RowParser parser = RowParser.of(keeping);
    Row row = Objects.requireNonNull(parser.parse(text).row());
    assertThat(row.getSchema()).isEqualTo(RowSchemas.of(keeping));
    assertThat(row.getString(RowSchemas.UNKNOWN_FIELDS))
        .isEqualTo("{\"x\":1.10,\"nested\":{\"a\":[1e400,null,\"\u00e4\"],\"b\":{}},\"t\":true}");
    Row plain = Objects.requireNonNull(parser.parse("{\"order_time\":0}").row());
    assertThat(plain.getString(RowSchemas.UNKNOWN_FIELDS)).isNull();
  }

  @Test
  void readsCells() {
    assertThat(value(CSV, "s", "\"17\"")).isEqualTo("17");
    assertThat(value(CSV, "i", "\"17\"")).isEqualTo(17);
    assertThat(value(CSV, "l", "\"-17\"")).isEqualTo(-17L);
    assertThat(value(CSV, "d", "\"1e3\"")).isEqualTo(1000.0);
    assertThat(value(CSV, "m", "\"1.50\"")).isEqualTo(new BigDecimal("1.50"));
    assertThat(value(CSV, "b", "\"True\"")).isEqualTo(true);
    assertThat(Objects.requireNonNull(CSV.parse("{\"order_time\":\"1767607320000\"}").eventTime()))
        .isEqualTo(Instant.parse("2026-01-05T10:02:00Z"));
    assertThat(
            Objects.requireNonNull(
                CSV.parse("{\"order_time\":\"2026-01-05 10:02:00Z\"}").eventTime()))
        .isEqualTo(Instant.parse("2026-01-05T10:02:00Z"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "i|\"1.0\"|i: must be a whole number, but is the text 1.0",
        "i|\" 1\"|i: must be a whole number, but is the text  1",
        "i|\"99999999999\"|i: must lie between -2147483648 and 2147483647, but is 99999999999",
        "d|\"NaN\"|d: must be a number, but is the text NaN",
        "d|\"0x1p3\"|d: must be a number, but is the text 0x1p3",
        "b|\"yes\"|b: must be true or false, but is the text \"yes\"",
        "order_time|\"\"|order_time: is the event time and must not be empty"
      })
  void refusesWrongCells(String field, String json, String error) {
    assertThat(error(CSV, field, json)).isEqualTo(error);
  }

  @Test
  void takesEmptyCellForNull_orForEmptyTextWhereNullIsNotAllowed() {
    Schema schema =
        Schema.builder()
            .addStringField("s")
            .addNullableField("t", FieldType.STRING)
            .addNullableField("i", FieldType.INT32)
            .addInt32Field("j")
            .addDateTimeField("order_time")
            .build();
    RowParser parser = RowParser.of(input(schema, RowFormat.CSV));
    String text =
        "{\"s\":\"\",\"t\":\"\",\"i\":\"\",\"j\":\"%s\",\"order_time\":\"0\",\"\":\"\",\"\":\"\"}";
    Row row = parser.parse(String.format(text, "1")).row();
    assertThat(Objects.requireNonNull(row).getValues())
        .containsExactly("", null, null, 1, Instant.EPOCH);
    assertThat(parser.parse(String.format(text, "")).error()).isEqualTo("j: must not be empty");
  }
}
