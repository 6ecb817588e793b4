package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.AvroValues;
import dev.mortise.pipeline.format.IsoTime;
import dev.mortise.pipeline.spec.AvroTypes;
import java.math.BigDecimal;
import java.time.DateTimeException;
import org.apache.avro.Schema;
import org.apache.beam.sdk.schemas.Schema.TypeName;
import org.jspecify.annotations.Nullable;

/** Reads the values of one field of an Avro schema, none of them null, as a type of a row. */
interface AvroValue {

  /** The value as the row has it. */
  Object read(Object value) throws FieldParser.BadValue;

  /** How to read a field of that name; null if its type can't be read as that of the row. */
  static @Nullable AvroValue of(String name, Schema schema, TypeName type) {
    Schema written = AvroTypes.withoutNull(schema);
    if (written == null || !AvroTypes.isReadable(written, type)) {
      return null;
    }
    return switch (type) {
      case STRING -> text(name, written);
      case INT32 -> value -> ((Number) value).intValue();
      case INT64 -> value -> ((Number) value).longValue();
      case DOUBLE -> value -> ((Number) value).doubleValue();
      case DECIMAL ->
          AvroTypes.isDecimal(written)
              ? value -> decimal(name, AvroValues.decimal(value, written))
              : value -> BigDecimal.valueOf(((Number) value).longValue());
      case BOOLEAN -> value -> value;
      case DATETIME -> time(name, written);
      default -> null;
    };
  }

  private static AvroValue text(String name, Schema written) {
    return switch (written.getType()) {
      case BYTES, FIXED -> AvroValues::base64;
      case INT, LONG ->
          value -> {
            try {
              return AvroValues.calendar(((Number) value).longValue(), written);
            } catch (DateTimeException | ArithmeticException e) {
              throw new FieldParser.BadValue(
                  String.format(
                      "%s: must be a %s, but is %s",
                      name, written.getLogicalType().getName(), value));
            }
          };
      default ->
          value -> {
            String text = AvroFields.text(value);
            if (text == null) {
              throw new FieldParser.BadValue(name + ": must be text, but is not UTF-8");
            }
            return text;
          };
    };
  }

  private static AvroValue time(String name, Schema written) {
    return value -> {
      try {
        return written.getType() == Schema.Type.LONG
            ? AvroValues.time(((Number) value).longValue(), written)
            : IsoTime.parse(value.toString());
      } catch (IllegalArgumentException e) {
        throw new FieldParser.BadValue(
            String.format("%s: the time %s, but is %s", name, e.getMessage(), shown(value)));
      }
    };
  }

  private static String shown(Object value) {
    return value instanceof Number
        ? "the number " + value
        : "the text \"" + FieldParser.cut(value.toString()) + "\"";
  }

  private static BigDecimal decimal(String name, BigDecimal value) throws FieldParser.BadValue {
    long whole = (long) value.precision() - value.scale();
    if (whole > FieldParser.MAX_DIGITS || value.scale() > FieldParser.MAX_DIGITS) {
      throw new FieldParser.BadValue(
          String.format(
              "%s: must have at most %,d digits on each side of the point, but has more",
              name, FieldParser.MAX_DIGITS));
    }
    return value;
  }
}
