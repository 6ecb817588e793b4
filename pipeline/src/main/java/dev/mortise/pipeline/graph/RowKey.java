package dev.mortise.pipeline.graph;

import dev.mortise.pipeline.format.Decimals;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * The join key of an input's rows: a row of the key fields' values under the left input's names,
 * the same for both sides, or null where any of them is null.
 */
final class RowKey implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Schema keySchema;

  @SuppressWarnings("serial") // An immutable list of strings.
  private final List<String> fields;

  RowKey(Schema keySchema, List<String> fields) {
    this.keySchema = keySchema;
    this.fields = List.copyOf(fields);
  }

  /** The key of both sides: the named fields of {@code schema}, none of them nullable. */
  static Schema schema(Schema schema, List<String> fields) {
    Schema.Builder key = Schema.builder();
    for (String field : fields) {
      key.addField(Schema.Field.of(field, schema.getField(field).getType().withNullable(false)));
    }
    return key.build();
  }

  @Nullable Row of(Row row) {
    List<Object> values = new ArrayList<>(fields.size());
    for (String field : fields) {
      Object value = row.getValue(field);
      if (value == null) {
        return null;
      }
      values.add(value instanceof BigDecimal decimal ? Decimals.canonical(decimal) : value);
    }
    return Row.withSchema(keySchema).attachValues(values);
  }
}
