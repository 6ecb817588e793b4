package dev.mortise.pipeline.format;

import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a record in Avro's binary form as a reader would, without keeping any of it, and so
 * finds its end. Avro's own way to skip a record believes lengths that lead backwards or past the
 * end, and its reader sets aside as much memory as a length says: a few broken bytes would never
 * end, or take all the memory there is. What has been through here does neither.
 */
final class AvroWalk {
  /** Records in records: deeper ones would overflow the stack of whoever reads them. */
  private static final int DEEPEST = 500;

  /** Items that take no bytes, such as nulls, of which a few bytes can promise any number. */
  private static final long MOST_EMPTY_ITEMS = 1 << 20;

  private final byte[] bytes;
  private int at;
  private int depth;
  private long emptyItems;

  private AvroWalk(byte[] bytes, int from) {
    this.bytes = bytes;
    this.at = from;
  }

  /**
   * Where the record at {@code from} ends.
   *
   * @throws AvroBytes.BrokenDatumException if what is there is no record of the schema
   */
  static int end(Schema schema, byte[] bytes, int from) throws AvroBytes.BrokenDatumException {
    AvroWalk walk = new AvroWalk(bytes, from);
    walk.pass(schema);
    return walk.at;
  }

  private void pass(Schema schema) throws AvroBytes.BrokenDatumException {
    switch (schema.getType()) {
      case NULL -> {}
      case BOOLEAN -> skip(1);
      case INT -> number(5);
      case LONG -> number(10);
      case FLOAT -> skip(4);
      case DOUBLE -> skip(8);
      case STRING, BYTES -> skip(number(10));
      case FIXED -> skip(schema.getFixedSize());
      case ENUM -> index(schema.getEnumSymbols().size());
      case UNION -> nested(schema.getTypes().get(index(schema.getTypes().size())));
      case ARRAY -> items(null, schema.getElementType());
      case MAP -> items(Schema.create(Schema.Type.STRING), schema.getValueType());
      case RECORD -> {
        for (Schema.Field field : schema.getFields()) {
          nested(field.schema());
        }
      }
    }
  }

  private void nested(Schema schema) throws AvroBytes.BrokenDatumException {
    if (++depth > DEEPEST) {
      throw broken("it nests too deeply");
    }
    pass(schema);
    depth--;
  }

  private void items(@Nullable Schema key, Schema value) throws AvroBytes.BrokenDatumException {
    for (long count = number(10); count != 0; count = number(10)) {
      if (count < 0) {
        // Then the length of the items in bytes follows, which a reader does not need.
        count = -count;
        number(10);
      }
      if (count < 0) {
        throw broken("it has a negative number of items");
      }
      for (long i = 0; i < count; i++) {
        int before = at;
        if (key != null) {
          pass(key);
        }
        nested(value);
        if (at == before && ++emptyItems > MOST_EMPTY_ITEMS) {
          throw broken("it has more items without content than are read");
        }
      }
    }
  }

  private void skip(long length) throws AvroBytes.BrokenDatumException {
    if (length < 0) {
      throw broken("a length in it is negative");
    }
    if (length > bytes.length - at) {
      throw broken("it ends too early");
    }
    at += (int) length;
  }

  private int index(int end) throws AvroBytes.BrokenDatumException {
    long index = number(5);
    if (index < 0 || index >= end) {
      throw broken("it has a value of a type or symbol that the schema lacks");
    }
    return (int) index;
  }

  /** A number in as many bytes as it needs, seven bits each, its sign in the last bit. */
  private long number(int mostBytes) throws AvroBytes.BrokenDatumException {
    long value = 0;
    for (int i = 0; i < mostBytes; i++) {
      if (at == bytes.length) {
        throw broken("it ends too early");
      }
      byte next = bytes[at++];
      value |= (next & 0x7FL) << (7 * i);
      if (next >= 0) {
        return (value >>> 1) ^ -(value & 1);
      }
    }
    throw broken("a number in it has no end");
  }

  private static AvroBytes.BrokenDatumException broken(String why) {
    return new AvroBytes.BrokenDatumException("can't be read as Avro: " + why);
  }
}
