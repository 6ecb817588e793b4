package dev.mortise.pipeline.source;

import static dev.mortise.pipeline.AvroData.binary;
import static dev.mortise.pipeline.AvroData.container;
import static dev.mortise.pipeline.AvroData.order;
import static dev.mortise.pipeline.AvroData.schema;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.AvroData;
import dev.mortise.pipeline.TestInputs;
import dev.mortise.pipeline.spec.AvroSpec;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.RowFormat;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AvroRowDecoderTest {
  private static InputSpec input(Schema schema, @Nullable String readerSchema) {
    return AvroData.avro(
        TestInputs.input("orders", schema, TestInputs.files("/x"), RowFormat.AVRO),
        new AvroSpec(readerSchema, null));
  }

  private static RowDecoder decoder(Schema schema, org.apache.avro.@Nullable Schema reader) {
    return SerializableUtils.ensureSerializable(
        (AvroRowDecoder) RowDecoder.of(input(schema, reader == null ? null : reader.toString())));
  }

  private static Row row(RowParser.Parsed parsed) {
    assertThat(parsed.error()).isNull();
    return Objects.requireNonNull(parsed.row());
  }

  private static final String TYPES =
      """
      {"type": "record", "name": "All", "fields": [
        {"name": "order_time", "type": {"type": "long", "logicalType": "timestamp-micros"}},
        {"name": "text", "type": "string"},
        {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["A", "B"]}},
        {"name": "small", "type": "int"},
        {"name": "big", "type": ["null", "long"]},
        {"name": "single", "type": "float"},
        {"name": "real", "type": "double"},
        {"name": "yes", "type": "boolean"},
        {"name": "price",
         "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}},
        {"name": "blob", "type": "bytes"},
        {"name": "day", "type": {"type": "int", "logicalType": "date"}},
        {"name": "hour", "type": {"type": "long", "logicalType": "time-micros"}},
        {"name": "local", "type": {"type": "long", "logicalType": "local-timestamp-millis"}},
        {"name": "tags", "type": {"type": "array", "items": "string"}},
        {"name": "either", "type": ["int", "string"]},
        {"name": "nested", "type": ["null", {"type": "record", "name": "N", "fields": [
          {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}}]}]}
      ]}
      """;

  private static GenericRecord all() {
    org.apache.avro.Schema schema = schema(TYPES);
    GenericRecord record = new GenericData.Record(schema);
    record.put("order_time", -1L);
    record.put("text", "\u00e4\uFFFD");
    record.put("kind", new GenericData.EnumSymbol(schema.getField("kind").schema(), "B"));
    record.put("small", 7);
    record.put("big", null);
    record.put("single", 0.5f);
    record.put("real", 1e300);
    record.put("yes", true);
    record.put("price", ByteBuffer.wrap(new BigDecimal("-12.34").unscaledValue().toByteArray()));
    record.put("blob", ByteBuffer.wrap(new byte[] {0, -1}));
    record.put("day", 20_458);
    record.put("hour", 3_600_000_000L);
    record.put("local", 1_500L);
    record.put("tags", List.of("x", "y"));
    record.put("either", "s");
    GenericRecord nested =
        new GenericData.Record(schema.getField("nested").schema().getTypes().get(1));
    nested.put("at", 0L);
    record.put("nested", nested);
    return record;
  }

  private static final Schema ROWS =
      Schema.builder()
          .addDateTimeField("order_time")
          .addStringField("text")
          .addStringField("kind")
          .addInt32Field("small")
          .addNullableField("big", FieldType.INT64)
          .addDoubleField("single")
          .addDoubleField("real")
          .addBooleanField("yes")
          .addDecimalField("price")
          .addStringField("blob")
          .addStringField("day")
          .addStringField("hour")
          .addStringField("local")
          .build();

  @Test
  void readsEveryType() {
    Row row = row(decoder(ROWS, schema(TYPES)).decode(binary(all())));
    assertThat(row.getValues())
        .containsExactly(
            // A microsecond before 1970 is floored.
            Instant.ofEpochMilli(-1),
            "\u00e4\uFFFD",
            "B",
            7,
            null,
            0.5,
            1e300,
            true,
            new BigDecimal("-12.34"),
            "AP8=",
            "2026-01-05",
            "01:00",
            "1970-01-01T00:00:01.500");
  }

  @Test
  void keepsUnknownFieldsAsJson() {
    InputSpec input = input(ROWS, schema(TYPES).toString());
    InputSpec keeping =
        AvroData.avro(TestInputs.keepingUnknown(input), Objects.requireNonNull(input.avro()));
    Row row = row(RowDecoder.of(keeping).decode(binary(all())));
    assertThat(row.getString(RowSchemas.UNKNOWN_FIELDS))
        .isEqualTo(
            "{\"tags\":[\"x\",\"y\"],\"either\":\"s\","
                + "\"nested\":{\"at\":\"1970-01-01T00:00:00.000Z\"}}");
  }

  @Test
  void widensOnlyWhereNothingIsGuessed() {
    Schema wide =
        Schema.builder()
            .addDateTimeField("order_time")
            .addInt64Field("small")
            .addNullableField("real", FieldType.DOUBLE)
            .build();
    Row row = row(decoder(wide, schema(TYPES)).decode(binary(all())));
    assertThat(row.getValues()).containsExactly(Instant.ofEpochMilli(-1), 7L, 1e300);

    Schema narrow =
        Schema.builder()
            .addDateTimeField("order_time")
            .addInt64Field("text")
            .addStringField("missing")
            .addNullableField("absent", FieldType.STRING)
            .addInt64Field("big")
            .build();
    assertThat(decoder(narrow, schema(TYPES)).decode(binary(all())).error())
        .isEqualTo("text: must be a whole number, but is written as string; missing: is missing");
  }

  @Test
  void saysWhichFieldMustNotBeNull() {
    Schema strict = Schema.builder().addDateTimeField("order_time").addInt64Field("amount").build();
    assertThat(decoder(strict, AvroData.ORDER).decode(binary(order("a", null, 0))).error())
        .isEqualTo("amount: must not be null");
    assertThat(
            decoder(strict, AvroData.ORDER).decode(binary(order("a", 1L, Long.MAX_VALUE))).error())
        .startsWith("order_time: the time must lie between");
  }

  @Test
  void resolvesTheWritersSchemaToTheReaders_inContainers() {
    org.apache.avro.Schema newer =
        schema(
            """
            {"type": "record", "name": "Order", "fields": [
              {"name": "id", "aliases": ["order_id"], "type": "string"},
              {"name": "amount", "type": ["null", "double"]},
              {"name": "currency", "type": "string", "default": "EUR"},
              {"name": "order_time", "type": {"type": "long", "logicalType": "timestamp-millis"}}
            ]}
            """);
    Schema rows =
        Schema.builder()
            .addStringField("id")
            .addNullableField("amount", FieldType.DOUBLE)
            .addStringField("currency")
            .addDateTimeField("order_time")
            .build();
    byte[] written = container(List.of(order("a", 5L, 1000)));
    assertThat(row(decoder(rows, newer).decode(written)).getValues())
        .containsExactly("a", 5.0, "EUR", Instant.ofEpochMilli(1000));

    org.apache.avro.Schema stranger = schema(TYPES.replace("\"All\"", "\"Order\""));
    assertThat(decoder(ROWS, stranger).decode(written).error())
        .startsWith("can't be read as Avro: Found Order, expecting Order, missing required field");
  }

  @Test
  void readsContainersWithoutASchemaFile_andNothingElse() {
    RowDecoder decoder = decoder(TestInputs.ORDERS, null);
    assertThat(row(decoder.decode(container(List.of(order("a", 5L, 1000))))).getValues())
        .containsExactly("a", 5L, Instant.ofEpochMilli(1000));
    assertThat(decoder.decode(binary(order("a", 5L, 1000))).error())
        .isEqualTo(
            "is no Avro object container, and no schema_file says how plain binary is written");
    assertThat(decoder.decode(container(List.of())).error())
        .isEqualTo("must hold one row, but is an Avro object container of none");
    assertThat(decoder.decode(container(List.of(order("a", 1L, 0), order("b", 1L, 0)))).error())
        .isEqualTo("must hold one row, but is an Avro object container of several");
    assertThat(decoder.decode(new byte[0]).error()).isNotNull();
  }

  @Test
  void garbageIsNeverAnException_norAllTheMemory() {
    RowDecoder decoder = decoder(TestInputs.ORDERS, AvroData.ORDER);
    // A text of two gigabytes, it says.
    assertThat(
            decoder.decode(new byte[] {(byte) 0xF0, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F}))
        .satisfies(parsed -> assertThat(parsed.error()).startsWith("can't be read as Avro"));
    byte[] good = binary(order("a", 5L, 1000));
    byte[] longer = java.util.Arrays.copyOf(good, good.length + 2);
    assertThat(decoder.decode(longer).error())
        .isEqualTo(
            "can't be read as Avro: 2 of its bytes are left over, so it was written with another"
                + " schema");
    assertThat(decoder.show(longer)).startsWith("base64:");
    // The head of an object container with as long a text.
    byte[] head = {'O', 'b', 'j', 1, 2, (byte) 0xF0, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F};
    assertThat(decoder.decode(head).error()).isEqualTo("is no Avro object container");
    assertThat(decoder.show(good)).startsWith("{\"order_id\":\"a\"");
    long seed = 20260105;
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      RowParser.Parsed parsed = decoder.decode(bytes);
      assertThat(parsed.error() == null).as("seed %d", seed).isEqualTo(parsed.row() != null);
    }
  }

  @Test
  void nestingWithoutEndIsADeadLetter() {
    org.apache.avro.Schema list =
        schema(
            """
            {"type": "record", "name": "L", "fields": [{"name": "next", "type": ["null", "L"]}]}
            """);
    Schema rows = Schema.builder().addDateTimeField("order_time").build();
    byte[] deep = new byte[4 << 20];
    java.util.Arrays.fill(deep, (byte) 2);
    deep[deep.length - 1] = 0;
    assertThat(decoder(rows, list).decode(deep).error()).isNotNull();
    assertThat(decoder(rows, list).show(deep)).startsWith("base64:");
  }

  @Test
  void lengthsThatLeadBackwards_orPromiseWhatIsNotThere_areDeadLetters() {
    org.apache.avro.Schema texts =
        schema(
            """
            {"type": "record", "name": "T", "fields": [
              {"name": "a", "type": {"type": "array", "items": "string"}},
              {"name": "n", "type": {"type": "array", "items": "null"}}]}
            """);
    RowDecoder decoder = decoder(Schema.builder().addDateTimeField("order_time").build(), texts);
    // An item whose length leads back to the number of items, for ever.
    assertThat(decoder.decode(new byte[] {2, 3, 0, 0}).error()).startsWith("can't be read as Avro");
    // A block of two billion bytes less than none; a block that says it is short, and is not.
    assertThat(decoder.decode(new byte[] {1, 3, 0, 0}).error()).startsWith("can't be read as Avro");
    assertThat(decoder.decode(new byte[] {1, 0, -2, -1, -1, -1, 15, 0}).error())
        .startsWith("can't be read as Avro");
    // Nulls by the billion.
    assertThat(decoder.decode(new byte[] {0, -2, -1, -1, -1, 15, 0}).error())
        .startsWith("can't be read as Avro");
  }

  @Test
  void textThatIsNotUtf8IsADeadLetter() {
    GenericRecord order = order("a", 5L, 1000);
    order.put("order_id", new Utf8(new byte[] {'a', (byte) 0xFF}));
    assertThat(decoder(TestInputs.ORDERS, AvroData.ORDER).decode(binary(order)).error())
        .isEqualTo("order_id: must be text, but is not UTF-8");
  }
}
