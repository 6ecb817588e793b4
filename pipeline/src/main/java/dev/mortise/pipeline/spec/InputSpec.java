package dev.mortise.pipeline.spec;

import java.io.Serializable;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One input of a spec.
 *
 * @param name the input's name
 * @param from where its rows come from
 * @param format how a row is written
 * @param schema the fields of its rows: those that the spec declares, in its order and nullable
 *     where it says {@code ?}; of an Avro input that declares none, those of its Avro schema
 * @param eventTime the name of the timestamp field that is the row's event time
 * @param keepUnknownFields whether fields that the schema lacks are passed through to the outputs
 * @param watermark how the watermark follows the rows; never null where files are replayed. Other
 *     sources bring their own watermark, and pay it no heed if the spec has one all the same
 * @param avro what else there is to know of an input in Avro; null for other formats
 */
public record InputSpec(
    String name,
    SourceSpec from,
    RowFormat format,
    Schema schema,
    String eventTime,
    boolean keepUnknownFields,
    @Nullable WatermarkSpec watermark,
    @Nullable AvroSpec avro)
    implements Serializable {

  /** An input that is not in Avro. */
  public InputSpec(
      String name,
      SourceSpec from,
      RowFormat format,
      Schema schema,
      String eventTime,
      boolean keepUnknownFields,
      @Nullable WatermarkSpec watermark) {
    this(name, from, format, schema, eventTime, keepUnknownFields, watermark, null);
  }

  /** Whether the input is an unbounded source: a script, a topic, or files that are replayed. */
  public boolean isStreaming() {
    return !(from instanceof SourceSpec.Files files) || files.replay() != null;
  }

  /** What beside a record's value becomes fields, which are the last of the schema. */
  public PassedFields passed() {
    return from instanceof SourceSpec.Kafka kafka ? kafka.passed() : PassedFields.NONE;
  }

  /**
   * The type of a field of the schema as the spec writes it, such as {@code int64?}.
   *
   * @throws IllegalArgumentException if the schema has no such field
   */
  public String typeOf(String field) {
    return SchemaReader.nameOf(schema.getField(field).getType());
  }
}
