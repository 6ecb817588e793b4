package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.AvroBytes;
import dev.mortise.pipeline.format.AvroDatum;
import dev.mortise.pipeline.format.AvroSchemas;
import dev.mortise.pipeline.spec.AvroSpec;
import dev.mortise.pipeline.spec.InputSpec;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows of records in Avro's binary form, whatever schema each was written with. They are read
 * as the spec's {@code schema_file} says, by Avro's rules of schema resolution, or, without one, as
 * they were written; then fields are found by name. Not thread-safe.
 */
final class AvroRows implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Writers' schemas that are kept ready; a source has few. */
  private static final int MOST_SCHEMAS = 100;

  private final InputSpec input;
  private final @Nullable String readerJson;
  private transient @Nullable Map<String, Reading> readings;
  private transient @Nullable Schema reader;

  /** How records of one writer's schema are read. */
  private record Reading(
      AvroBytes.@Nullable DatumReader reader, @Nullable AvroFields fields, String problem) {}

  AvroRows(InputSpec input) {
    this.input = input;
    AvroSpec avro = input.avro();
    this.readerJson = avro == null ? null : avro.readerSchema();
  }

  /**
   * Reads a record.
   *
   * @param whole whether the bytes are known to be one record of the schema they name
   */
  RowParser.Parsed parse(AvroDatum datum, boolean whole) {
    return parse(datum.schema(), datum.bytes(), 0, whole);
  }

  RowParser.Parsed parse(String writer, byte[] bytes, int from, boolean whole) {
    Reading reading = readings().computeIfAbsent(writer, this::reading);
    AvroBytes.DatumReader datumReader = reading.reader();
    AvroFields fields = reading.fields();
    if (datumReader == null || fields == null) {
      return RowParser.Parsed.bad(reading.problem());
    }
    try {
      return fields.row(AvroBytes.read(datumReader, bytes, from, whole));
    } catch (AvroBytes.BrokenDatumException e) {
      return RowParser.Parsed.bad(String.valueOf(e.getMessage()));
    }
  }

  private Map<String, Reading> readings() {
    Map<String, Reading> known = readings;
    if (known == null) {
      known =
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Reading> eldest) {
              return size() > MOST_SCHEMAS;
            }
          };
      readings = known;
    }
    return known;
  }

  private Reading reading(String writerJson) {
    try {
      Schema writer = AvroSchemas.parse(writerJson);
      Schema read = reader;
      if (read == null) {
        read = readerJson == null ? writer : AvroSchemas.parse(readerJson);
        reader = readerJson == null ? null : read;
      }
      return new Reading(new AvroBytes.DatumReader(writer, read), new AvroFields(input, read), "");
    } catch (AvroRuntimeException e) {
      return new Reading(null, null, "was written with a schema that is none: " + e.getMessage());
    }
  }
}
