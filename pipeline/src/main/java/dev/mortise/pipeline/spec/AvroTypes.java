package dev.mortise.pipeline.spec;

import java.util.List;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.schemas.Schema.TypeName;
import org.jspecify.annotations.Nullable;

/** Which types of Avro become which types of a spec. */
public final class AvroTypes {
  private static final String TIMESTAMP = "timestamp-";

  private AvroTypes() {}

  /**
   * A field's type as a spec would declare it; null if a row can't hold the field: records, arrays,
   * maps, and unions of several types other than null.
   */
  static @Nullable FieldType fieldType(Schema schema) {
    Schema value = withoutNull(schema);
    TypeName type = value == null ? null : typeName(value);
    return type == null ? null : FieldType.of(type).withNullable(isNullable(schema));
  }

  /** Whether values may be null. */
  static boolean isNullable(Schema schema) {
    return schema.getType() == Schema.Type.NULL
        || (schema.isUnion()
            && schema.getTypes().stream().anyMatch(type -> type.getType() == Schema.Type.NULL));
  }

  /** The one type besides null; null if there are none or several. */
  public static @Nullable Schema withoutNull(Schema schema) {
    if (!schema.isUnion()) {
      return schema.getType() == Schema.Type.NULL ? null : schema;
    }
    List<Schema> types =
        schema.getTypes().stream().filter(type -> type.getType() != Schema.Type.NULL).toList();
    return types.size() == 1 ? types.get(0) : null;
  }

  private static @Nullable TypeName typeName(Schema schema) {
    return switch (schema.getType()) {
      case STRING, ENUM -> TypeName.STRING;
      case BYTES, FIXED -> isDecimal(schema) ? TypeName.DECIMAL : TypeName.STRING;
      case INT -> schema.getLogicalType() == null ? TypeName.INT32 : TypeName.STRING;
      case LONG ->
          isTimestamp(schema)
              ? TypeName.DATETIME
              : schema.getLogicalType() == null ? TypeName.INT64 : TypeName.STRING;
      case FLOAT, DOUBLE -> TypeName.DOUBLE;
      case BOOLEAN -> TypeName.BOOLEAN;
      default -> null;
    };
  }

  /**
   * Whether values of an Avro type can be read as a declared type without a guess: as {@link
   * #fieldType} has it, or wider, or as JSON's numbers and texts would be.
   *
   * @param schema the type without null
   */
  public static boolean isReadable(Schema schema, TypeName declared) {
    boolean plain = schema.getLogicalType() == null;
    return switch (declared) {
      case STRING -> typeName(schema) == TypeName.STRING;
      case INT32 -> schema.getType() == Schema.Type.INT && plain;
      case INT64 ->
          schema.getType() == Schema.Type.LONG || (schema.getType() == Schema.Type.INT && plain);
      case DOUBLE ->
          switch (schema.getType()) {
            case INT, LONG -> plain;
            case FLOAT, DOUBLE -> true;
            default -> false;
          };
      case DECIMAL ->
          isDecimal(schema)
              || (plain
                  && (schema.getType() == Schema.Type.INT || schema.getType() == Schema.Type.LONG));
      case BOOLEAN -> schema.getType() == Schema.Type.BOOLEAN;
      case DATETIME ->
          isTimestamp(schema)
              || (plain
                  && (schema.getType() == Schema.Type.LONG
                      || schema.getType() == Schema.Type.STRING));
      default -> false;
    };
  }

  /** Whether values are points in time, in milliseconds, microseconds or nanoseconds since 1970. */
  public static boolean isTimestamp(Schema schema) {
    LogicalType logical = schema.getLogicalType();
    return logical != null && logical.getName().startsWith(TIMESTAMP);
  }

  /** Whether values are decimals. */
  public static boolean isDecimal(Schema schema) {
    return schema.getLogicalType() instanceof LogicalTypes.Decimal;
  }

  /** The type in Avro's words, such as {@code long (timestamp-millis)}. */
  public static String nameOf(Schema schema) {
    Schema value = withoutNull(schema);
    if (value == null) {
      return schema.isUnion() ? "a union of several types" : "always null";
    }
    LogicalType logical = value.getLogicalType();
    String name = value.getType().getName();
    return logical == null ? name : name + " (" + logical.getName() + ")";
  }
}
