package dev.mortise.pipeline.format;

import dev.mortise.pipeline.spec.AvroTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Base64;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericFixed;
import org.joda.time.Instant;

/** What Avro's values mean. */
public final class AvroValues {
  private AvroValues() {}

  /**
   * The point in time that a number of a timestamp type means, floored to milliseconds.
   *
   * @throws IllegalArgumentException if Beam can't hold it; the message goes on from "the time"
   */
  public static Instant time(long number, Schema schema) {
    return IsoTime.ofMillis(Math.floorDiv(number, unitsPerMilli(schema)));
  }

  private static long nanosPerUnit(Schema schema) {
    return 1_000_000L / unitsPerMilli(schema);
  }

  private static long unitsPerMilli(Schema schema) {
    LogicalType logical = schema.getLogicalType();
    String name = logical == null ? "" : logical.getName();
    return name.endsWith("-micros") ? 1000L : name.endsWith("-nanos") ? 1_000_000L : 1L;
  }

  /** The decimal that bytes of a decimal type mean. */
  public static BigDecimal decimal(Object bytes, Schema schema) {
    LogicalTypes.Decimal decimal = (LogicalTypes.Decimal) schema.getLogicalType();
    return new BigDecimal(new BigInteger(bytes(bytes)), decimal.getScale());
  }

  /** The content of bytes or of a fixed. */
  static byte[] bytes(Object value) {
    if (value instanceof GenericFixed fixed) {
      return fixed.bytes();
    }
    ByteBuffer buffer = ((ByteBuffer) value).duplicate();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  /** The text that stands for bytes: Base64. */
  public static String base64(Object bytes) {
    return Base64.getEncoder().encodeToString(bytes(bytes));
  }

  /** Whether a number stands for a date, a time of day or a time without an offset. */
  static boolean isCalendar(Schema schema) {
    return schema.getLogicalType() != null && !AvroTypes.isTimestamp(schema);
  }

  /**
   * A date, a time of day or a time without an offset as ISO-8601 text.
   *
   * @throws java.time.DateTimeException if there is none of that number
   */
  public static String calendar(long number, Schema schema) {
    long nanos = nanosPerUnit(schema);
    String name = schema.getLogicalType().getName();
    if (name.equals("date")) {
      return LocalDate.ofEpochDay(number).toString();
    }
    if (name.startsWith("time-")) {
      return LocalTime.ofNanoOfDay(Math.multiplyExact(number, nanos)).toString();
    }
    if (name.startsWith("local-timestamp-")) {
      long perSecond = 1_000_000_000L / nanos;
      return LocalDateTime.ofEpochSecond(
              Math.floorDiv(number, perSecond),
              (int) (Math.floorMod(number, perSecond) * nanos),
              ZoneOffset.UTC)
          .toString();
    }
    return Long.toString(number);
  }
}
