package dev.mortise.pipeline.sink;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.mortise.pipeline.format.IsoTime;
import dev.mortise.pipeline.format.RawJson;
import dev.mortise.pipeline.source.RowSchemas;
import java.io.IOException;
import java.math.BigDecimal;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.joda.time.ReadableInstant;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows as JSON objects: fields in the schema's order, null ones as null, unknown fields that
 * were kept behind them. Decimals are written plain, times as {@link IsoTime}.
 */
final class RowJson {
  private RowJson() {}

  static void write(Row row, JsonGenerator json) throws IOException {
    Schema schema = row.getSchema();
    json.writeStartObject();
    for (int i = 0; i < schema.getFieldCount(); i++) {
      String name = schema.getField(i).getName();
      Object value = row.getValue(i);
      if (name.equals(RowSchemas.UNKNOWN_FIELDS)) {
        if (value != null) {
          writeFields((String) value, json);
        }
      } else {
        json.writeFieldName(name);
        writeValue(value, json);
      }
    }
    json.writeEndObject();
  }

  static void writeValue(@Nullable Object value, JsonGenerator json) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof String text) {
      json.writeString(text);
    } else if (value instanceof Integer number) {
      json.writeNumber(number);
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else if (value instanceof BigDecimal number) {
      json.writeNumber(number.toPlainString());
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof ReadableInstant time) {
      json.writeString(IsoTime.format(time.toInstant()));
    } else if (value instanceof Row row) {
      write(row, json);
    } else {
      throw new IllegalArgumentException("RowJson: no JSON for a " + value.getClass().getName());
    }
  }

  /** Writes the fields of an object into the object that is open. */
  private static void writeFields(String object, JsonGenerator json) throws IOException {
    try (JsonParser fields = RawJson.FACTORY.createParser(object)) {
      fields.nextToken();
      while (fields.nextToken() == JsonToken.FIELD_NAME) {
        json.writeFieldName(fields.getCurrentName());
        fields.nextToken();
        RawJson.copyValue(fields, json);
      }
    }
  }
}
