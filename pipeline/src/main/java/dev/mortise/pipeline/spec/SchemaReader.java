package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.SpecNode.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.jspecify.annotations.Nullable;

/** Reads an input's {@code schema}. */
final class SchemaReader {
  private static final Map<String, FieldType> TYPES = new LinkedHashMap<>();

  static {
    TYPES.put("string", FieldType.STRING);
    TYPES.put("int32", FieldType.INT32);
    TYPES.put("int64", FieldType.INT64);
    TYPES.put("double", FieldType.DOUBLE);
    TYPES.put("decimal", FieldType.DECIMAL);
    TYPES.put("boolean", FieldType.BOOLEAN);
    TYPES.put("timestamp", FieldType.DATETIME);
  }

  /** What other systems call these types. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("text", "string"),
          Map.entry("varchar", "string"),
          Map.entry("char", "string"),
          Map.entry("int", "int32 or int64"),
          Map.entry("integer", "int32 or int64"),
          Map.entry("number", "int64, double or decimal"),
          Map.entry("long", "int64"),
          Map.entry("bigint", "int64"),
          Map.entry("short", "int32"),
          Map.entry("float", "double"),
          Map.entry("float64", "double"),
          Map.entry("numeric", "decimal"),
          Map.entry("bool", "boolean"),
          Map.entry("date", "timestamp"),
          Map.entry("time", "timestamp"),
          Map.entry("datetime", "timestamp"),
          Map.entry("instant", "timestamp"));

  private static final int LONGEST_NAME = 255;

  private SchemaReader() {}

  /** The schema. Null if any of its fields is wrong: half a schema would mislead later checks. */
  static @Nullable Schema read(SpecNode node) {
    Map<String, SpecNode> entries = node.entries("Write a line name: type for each field.");
    if (entries == null) {
      return null;
    }
    if (entries.isEmpty()) {
      node.problem("must name at least one field. Write name: type.");
      return null;
    }
    List<Schema.Field> fields = new ArrayList<>();
    entries.forEach(
        (name, type) -> {
          FieldType fieldType = type(type);
          boolean printable = name.chars().noneMatch(Character::isISOControl);
          if (!printable || name.length() > LONGEST_NAME) {
            type.problem(
                "a field's name is at most "
                    + LONGEST_NAME
                    + " characters without control characters. Choose another.");
          } else if (fieldType != null) {
            fields.add(Schema.Field.of(name, fieldType));
          }
        });
    return fields.size() == entries.size() ? Schema.builder().addFields(fields).build() : null;
  }

  /** The type as the spec writes it. */
  static String nameOf(FieldType type) {
    for (Map.Entry<String, FieldType> known : TYPES.entrySet()) {
      if (known.getValue().getTypeName() == type.getTypeName()) {
        return known.getKey() + (Boolean.TRUE.equals(type.getNullable()) ? "?" : "");
      }
    }
    return type.getTypeName().toString();
  }

  private static @Nullable FieldType type(SpecNode node) {
    String allowed = String.join(", ", TYPES.keySet()) + ", each with ? if it may be null";
    Text text = node.text("Write one of " + allowed + ".");
    if (text == null) {
      return null;
    }
    boolean nullable = text.value().endsWith("?");
    String name = nullable ? text.value().substring(0, text.value().length() - 1) : text.value();
    FieldType type = TYPES.get(name);
    if (type == null) {
      String here = ELSEWHERE.get(name.toLowerCase(Locale.ROOT));
      String hint =
          here == null
              ? Names.didYouMean(text.typed().replace("?", ""), TYPES.keySet())
              : " Did you mean " + here + "?";
      node.problem(text.quoted() + " is not a type." + hint + " Allowed: " + allowed + ".");
      return null;
    }
    return type.withNullable(nullable);
  }
}
