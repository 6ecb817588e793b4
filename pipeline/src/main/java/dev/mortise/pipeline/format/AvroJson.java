package dev.mortise.pipeline.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mortise.pipeline.spec.AvroTypes;
import java.io.IOException;
import java.time.DateTimeException;
import java.util.Collection;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes Avro's values as plain JSON: unions as the value alone, times as ISO-8601, decimals as
 * numbers, bytes as Base64. Not Avro's own JSON encoding, which nobody reads but Avro.
 */
public final class AvroJson {
  private AvroJson() {}

  /** Writes a value. */
  public static void write(@Nullable Object value, Schema schema, JsonGenerator json)
      throws IOException {
    if (value == null) {
      json.writeNull();
      return;
    }
    switch (schema.getType()) {
      case UNION ->
          write(value, schema.getTypes().get(GenericData.get().resolveUnion(schema, value)), json);
      case RECORD -> record((IndexedRecord) value, schema, json);
      case ARRAY -> {
        json.writeStartArray();
        for (Object item : (Collection<?>) value) {
          write(item, schema.getElementType(), json);
        }
        json.writeEndArray();
      }
      case MAP -> {
        json.writeStartObject();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
          json.writeFieldName(entry.getKey().toString());
          write(entry.getValue(), schema.getValueType(), json);
        }
        json.writeEndObject();
      }
      case BYTES, FIXED -> {
        if (AvroTypes.isDecimal(schema)) {
          json.writeNumber(AvroValues.decimal(value, schema).toPlainString());
        } else {
          json.writeString(AvroValues.base64(value));
        }
      }
      case INT, LONG -> number(((Number) value).longValue(), schema, json);
      case FLOAT -> json.writeNumber((Float) value);
      case DOUBLE -> json.writeNumber((Double) value);
      case BOOLEAN -> json.writeBoolean((Boolean) value);
      case NULL -> json.writeNull();
      case STRING, ENUM -> json.writeString(value.toString());
    }
  }

  private static void record(IndexedRecord value, Schema schema, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    for (Schema.Field field : schema.getFields()) {
      json.writeFieldName(field.name());
      write(value.get(field.pos()), field.schema(), json);
    }
    json.writeEndObject();
  }

  private static void number(long number, Schema schema, JsonGenerator json) throws IOException {
    try {
      if (AvroTypes.isTimestamp(schema)) {
        json.writeString(IsoTime.format(AvroValues.time(number, schema)));
        return;
      }
      if (AvroValues.isCalendar(schema)) {
        json.writeString(AvroValues.calendar(number, schema));
        return;
      }
    } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
      // No time that there is: the number says what was written.
    }
    json.writeNumber(number);
  }
}
