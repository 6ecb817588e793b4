package dev.mortise.pipeline.source;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mortise.pipeline.format.AvroJson;
import dev.mortise.pipeline.format.RawBytes;
import dev.mortise.pipeline.format.RawJson;
import dev.mortise.pipeline.spec.InputSpec;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.util.Utf8;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** Makes rows of an input of the records of one Avro schema. */
final class AvroFields {
  private final Schema rows;
  private final org.apache.avro.Schema avro;
  private final List<Wanted> wanted = new ArrayList<>();
  private final List<org.apache.avro.Schema.Field> unknown = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final int unknownPlace;
  private final int eventTimePlace;

  /** A field of the rows and where its values come from. */
  private record Wanted(
      int place, int from, boolean nullable, boolean eventTime, AvroValue value) {}

  AvroFields(InputSpec input, org.apache.avro.Schema avro) {
    this.rows = RowSchemas.of(input);
    this.avro = avro;
    this.eventTimePlace = input.schema().indexOf(input.eventTime());
    this.unknownPlace = input.keepUnknownFields() ? input.schema().getFieldCount() : -1;
    boolean isRecord = avro.getType() == org.apache.avro.Schema.Type.RECORD;
    if (!isRecord) {
      problems.add("must be a record, but its schema is of type " + avro.getType().getName());
    }
    for (int place = 0; isRecord && place < input.schema().getFieldCount(); place++) {
      Schema.Field field = input.schema().getField(place);
      if (!input.passed().names().contains(field.getName())) {
        want(place, field, field.getName().equals(input.eventTime()));
      }
    }
    if (isRecord && input.keepUnknownFields()) {
      for (org.apache.avro.Schema.Field field : avro.getFields()) {
        if (!input.schema().hasField(field.name())) {
          unknown.add(field);
        }
      }
    }
  }

  private void want(int place, Schema.Field field, boolean eventTime) {
    String name = field.getName();
    boolean nullable = Boolean.TRUE.equals(field.getType().getNullable()) && !eventTime;
    org.apache.avro.Schema.Field from = avro.getField(name);
    if (from == null) {
      if (!nullable) {
        problems.add(name + ": is missing");
      }
      return;
    }
    AvroValue value = AvroValue.of(name, from.schema(), field.getType().getTypeName());
    if (value == null) {
      problems.add(
          String.format(
              "%s: must be %s, but is written as %s",
              name, input(field), dev.mortise.pipeline.spec.AvroTypes.nameOf(from.schema())));
      return;
    }
    wanted.add(new Wanted(place, from.pos(), nullable, eventTime, value));
  }

  private static String input(Schema.Field field) {
    return FieldParser.wanted(field.getType().getTypeName());
  }

  RowParser.Parsed row(Object datum) {
    if (!problems.isEmpty()) {
      return RowParser.Parsed.bad(String.join("; ", problems));
    }
    IndexedRecord record = (IndexedRecord) datum;
    @Nullable Object[] values = new @Nullable Object[rows.getFieldCount()];
    List<String> wrong = null;
    for (Wanted field : wanted) {
      Object value = record.get(field.from());
      try {
        values[field.place()] = value == null ? absent(field) : field.value().read(value);
      } catch (FieldParser.BadValue e) {
        wrong = wrong == null ? new ArrayList<>() : wrong;
        wrong.add(String.valueOf(e.getMessage()));
      }
    }
    if (wrong != null) {
      return RowParser.Parsed.bad(String.join("; ", wrong));
    }
    if (!unknown.isEmpty()) {
      values[unknownPlace] = unknownFields(record);
    }
    Row row = Row.withSchema(rows).attachValues(Arrays.asList(values));
    return new RowParser.Parsed(row, (Instant) values[eventTimePlace], null);
  }

  private @Nullable Object absent(Wanted field) throws FieldParser.BadValue {
    if (!field.nullable()) {
      throw new FieldParser.BadValue(
          rows.getField(field.place()).getName()
              + (field.eventTime()
                  ? ": is the event time and must not be null"
                  : ": must not be null"));
    }
    return null;
  }

  private String unknownFields(IndexedRecord record) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = RawJson.FACTORY.createGenerator(text)) {
      json.writeStartObject();
      for (org.apache.avro.Schema.Field field : unknown) {
        json.writeFieldName(field.name());
        AvroJson.write(record.get(field.pos()), field.schema(), json);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** The text of a string. Avro puts U+FFFD for what is no UTF-8, but it may also stand there. */
  static @Nullable String text(Object value) {
    String text = value.toString();
    if (value instanceof Utf8 utf8 && text.indexOf('\uFFFD') >= 0) {
      return RawBytes.utf8(Arrays.copyOf(utf8.getBytes(), utf8.getByteLength()));
    }
    return text;
  }
}
