package dev.mortise.pipeline.window;

import dev.mortise.coder.StateBytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.joda.time.Instant;

/** Order and bytes of the values that a schema can hold. */
enum ValueType {
  STRING,
  INT32,
  INT64,
  DOUBLE,
  DECIMAL,
  BOOLEAN,
  TIMESTAMP;

  static ValueType of(FieldType type) {
    return switch (type.getTypeName()) {
      case STRING -> STRING;
      case INT32 -> INT32;
      case INT64 -> INT64;
      case DOUBLE -> DOUBLE;
      case DECIMAL -> DECIMAL;
      case BOOLEAN -> BOOLEAN;
      case DATETIME -> TIMESTAMP;
      default -> throw new IllegalArgumentException("ValueType: there is none for " + type);
    };
  }

  /** Numbers and times by size, texts by their characters, false before true. */
  int compare(Object a, Object b) {
    return switch (this) {
      case STRING -> ((String) a).compareTo((String) b);
      case INT32 -> ((Integer) a).compareTo((Integer) b);
      case INT64 -> ((Long) a).compareTo((Long) b);
      case DOUBLE -> ((Double) a).compareTo((Double) b);
      case DECIMAL -> ((BigDecimal) a).compareTo((BigDecimal) b);
      case BOOLEAN -> ((Boolean) a).compareTo((Boolean) b);
      case TIMESTAMP -> ((Instant) a).compareTo((Instant) b);
    };
  }

  /** A number exactly as it is; {@code -0.0} is zero. */
  BigDecimal toDecimal(Object value) {
    return switch (this) {
      case INT32 -> BigDecimal.valueOf((Integer) value);
      case INT64 -> BigDecimal.valueOf((Long) value);
      case DOUBLE -> new BigDecimal((Double) value);
      case DECIMAL -> (BigDecimal) value;
      default -> throw new IllegalArgumentException("ValueType: " + this + " is no number.");
    };
  }

  void write(Object value, StateBytes to) {
    switch (this) {
      case STRING -> bytes(((String) value).getBytes(StandardCharsets.UTF_8), to);
      case INT32 -> to.putSignedVarLong((Integer) value);
      case INT64 -> to.putSignedVarLong((Long) value);
      case DOUBLE -> writeDouble((Double) value, to);
      case DECIMAL -> writeDecimal((BigDecimal) value, to);
      case BOOLEAN -> to.putByte((Boolean) value ? 1 : 0);
      case TIMESTAMP -> to.putSignedVarLong(((Instant) value).getMillis());
    }
  }

  Object read(StateBytes.Reader from) {
    return switch (this) {
      case STRING -> new String(from.get(from.getVarInt()), StandardCharsets.UTF_8);
      case INT32 -> Math.toIntExact(from.getSignedVarLong());
      case INT64 -> from.getSignedVarLong();
      case DOUBLE -> readDouble(from);
      case DECIMAL -> readDecimal(from);
      case BOOLEAN -> from.getByte() == 1;
      case TIMESTAMP -> Instant.ofEpochMilli(from.getSignedVarLong());
    };
  }

  static void bytes(byte[] bytes, StateBytes to) {
    to.putVarLong(bytes.length).put(bytes);
  }

  static void writeDecimal(BigDecimal value, StateBytes to) {
    to.putSignedVarLong(value.scale());
    bytes(value.unscaledValue().toByteArray(), to);
  }

  static BigDecimal readDecimal(StateBytes.Reader from) {
    int scale = Math.toIntExact(from.getSignedVarLong());
    return new BigDecimal(new BigInteger(from.get(from.getVarInt())), scale);
  }

  static void writeDouble(double value, StateBytes to) {
    long bits = Double.doubleToLongBits(value);
    to.putInt((int) (bits >>> 32)).putInt((int) bits);
  }

  static double readDouble(StateBytes.Reader from) {
    long high = from.getInt();
    return Double.longBitsToDouble(high << 32 | (from.getInt() & 0xFFFFFFFFL));
  }
}
