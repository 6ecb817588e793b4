package dev.mortise.pipeline.source;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.mortise.pipeline.format.AvroDatum;
import dev.mortise.pipeline.format.RawBytes;
import dev.mortise.pipeline.format.RawJson;
import dev.mortise.pipeline.format.RawRecord;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.RowFormat;
import dev.mortise.pipeline.spec.SourceSpec;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Turns a record, text or not, into a row of the input's schema, or says everything that keeps it
 * from being one. Strict: nothing is converted that the schema does not ask for, because a wrong
 * guess would join wrong rows in silence.
 */
public final class RowParser implements RowDecoder {
  private static final long serialVersionUID = 1L;

  /**
   * A row, or why there is none.
   *
   * @param row the row; null if there is an error
   * @param eventTime the row's event time; null if there is an error
   * @param error all that is wrong, for the user; null if there is a row
   */
  public record Parsed(@Nullable Row row, @Nullable Instant eventTime, @Nullable String error) {
    static Parsed bad(String error) {
      return new Parsed(null, null, error);
    }
  }

  private final Schema schema;
  private final FieldParser[] fields;
  private final HashMap<String, Integer> places = new HashMap<>();
  private final HashSet<String> passed;
  private final boolean keepsUnknown;
  private final boolean fromText;
  private final int eventTimePlace;
  private final @Nullable AvroRows avro;

  private RowParser(InputSpec input) {
    this.schema = RowSchemas.of(input);
    this.keepsUnknown = input.keepUnknownFields();
    this.passed = new HashSet<>(input.passed().names());
    // A script's rows are JSON, whatever format its input may name.
    this.fromText = input.format() == RowFormat.CSV && !(input.from() instanceof SourceSpec.Script);
    this.fields = new FieldParser[input.schema().getFieldCount()];
    for (int i = 0; i < fields.length; i++) {
      Schema.Field field = input.schema().getField(i);
      boolean eventTime = field.getName().equals(input.eventTime());
      fields[i] = new FieldParser(field, fromText, eventTime);
      // What comes from elsewhere is no field of the text, whatever stands there.
      if (!passed.contains(field.getName())) {
        places.put(fields[i].name(), i);
      }
    }
    this.eventTimePlace = input.schema().indexOf(input.eventTime());
    this.avro = input.format() == RowFormat.AVRO ? new AvroRows(input) : null;
  }

  /** A parser for an input's records. */
  public static RowParser of(InputSpec input) {
    return new RowParser(input);
  }

  /** Parses a record; one that its reader found unusable keeps the reader's error. */
  public Parsed parse(RawRecord record) {
    String error = record.error();
    AvroDatum datum = record.avro();
    if (error != null) {
      return Parsed.bad(error);
    }
    // Whoever cut a file into records has been through each of them.
    return datum != null && avro != null ? avro.parse(datum, true) : parse(record.text());
  }

  @Override
  public Parsed decode(byte[] value) {
    String text = RawBytes.utf8(value);
    return text == null ? Parsed.bad("is not UTF-8") : parse(text);
  }

  @Override
  public String show(byte[] value) {
    return RawBytes.show(value);
  }

  /** Parses a JSON object. */
  public Parsed parse(String text) {
    try (JsonParser json = RawJson.FACTORY.createParser(text)) {
      JsonToken start = json.nextToken();
      if (start != JsonToken.START_OBJECT) {
        return Parsed.bad("must be a JSON object, but is " + kind(start));
      }
      Reading reading = new Reading(text.contains("\\u"));
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        reading.field(json);
      }
      if (json.nextToken() != null) {
        return Parsed.bad("is not JSON Lines: more text follows the object on its line");
      }
      return reading.finish();
    } catch (JsonProcessingException e) {
      return Parsed.bad(RawJson.explain(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String kind(@Nullable JsonToken token) {
    if (token == null) {
      return "empty";
    }
    return switch (token) {
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "text";
      case VALUE_NULL -> "null";
      case VALUE_TRUE, VALUE_FALSE -> "true or false";
      default -> "a number";
    };
  }

  /** One row while it is being read. */
  private final class Reading {
    private final boolean escapes;
    private final @Nullable Object[] values = new @Nullable Object[schema.getFieldCount()];
    private final boolean[] seen = new boolean[fields.length];
    private @Nullable List<String> problems;
    private @Nullable Set<String> unknownNames;
    private @Nullable StringWriter unknown;
    private @Nullable JsonGenerator unknownJson;

    Reading(boolean escapes) {
      this.escapes = escapes;
    }

    void field(JsonParser json) throws IOException {
      String name = json.getCurrentName();
      json.nextToken();
      Integer place = places.get(name);
      if (place == null) {
        unknownField(json, name);
      } else if (seen[place]) {
        json.skipChildren();
        problem(name + ": must stand in the row once, but stands there again");
      } else {
        seen[place] = true;
        try {
          values[place] = fields[place].read(json, escapes);
        } catch (FieldParser.BadValue e) {
          problem(String.valueOf(e.getMessage()));
        }
      }
    }

    private void unknownField(JsonParser json, String name) throws IOException {
      if (passed.contains(name)) {
        json.skipChildren();
        return;
      }
      if (!keepsUnknown && fromText) {
        // Columns that nobody asked for may share a name, or have none.
        return;
      }
      Set<String> names = unknownNames;
      if (names == null) {
        names = new HashSet<>();
        unknownNames = names;
      }
      if (!names.add(name)) {
        json.skipChildren();
        problem(name + ": must stand in the row once, but stands there again");
      } else if (keepsUnknown) {
        JsonGenerator to = unknownJson;
        if (to == null) {
          unknown = new StringWriter();
          to = RawJson.FACTORY.createGenerator(unknown);
          to.writeStartObject();
          unknownJson = to;
        }
        to.writeFieldName(name);
        RawJson.copyValue(json, to);
      } else {
        json.skipChildren();
      }
    }

    private void problem(String what) {
      List<String> all = problems;
      if (all == null) {
        all = new ArrayList<>();
        problems = all;
      }
      all.add(what);
    }

    Parsed finish() throws IOException {
      for (int i = 0; i < fields.length; i++) {
        if (!seen[i] && !fields[i].nullable()) {
          problem(fields[i].name() + ": is missing");
        }
      }
      if (problems != null) {
        return Parsed.bad(String.join("; ", problems));
      }
      if (unknownJson != null && unknown != null) {
        unknownJson.writeEndObject();
        unknownJson.close();
        values[fields.length] = unknown.toString();
      }
      Row row = Row.withSchema(schema).attachValues(Arrays.asList(values));
      return new Parsed(row, (Instant) values[eventTimePlace], null);
    }
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public String toString() {
    return "RowParser" + Map.copyOf(places).keySet();
  }
}
