package dev.mortise.pipeline.source;

import dev.mortise.pipeline.spec.InputSpec;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.Field;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/** The schemas of the rows that inputs give. */
public final class RowSchemas {
  /**
   * The field behind the declared ones that holds the unknown fields of an input that keeps them: a
   * JSON object, or null if the row has none. Outputs show what is in it as if it were declared.
   */
  public static final String UNKNOWN_FIELDS = "__unknown_fields";

  private RowSchemas() {}

  /**
   * The schema of an input's rows: the declared fields, and {@link #UNKNOWN_FIELDS} if the input
   * keeps unknown fields.
   *
   * @throws IllegalArgumentException if a declared field has that name
   */
  public static Schema of(InputSpec input) {
    if (!input.keepUnknownFields()) {
      return input.schema();
    }
    if (input.schema().hasField(UNKNOWN_FIELDS)) {
      throw new IllegalArgumentException(
          String.format(
              "inputs.%s.schema: a field must not be called %s, because unknown fields are kept"
                  + " there. Rename it.",
              input.name(), UNKNOWN_FIELDS));
    }
    return Schema.builder()
        .addFields(input.schema().getFields())
        .addField(Field.nullable(UNKNOWN_FIELDS, FieldType.STRING))
        .build();
  }
}
