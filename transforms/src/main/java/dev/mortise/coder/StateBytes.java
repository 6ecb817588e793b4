package dev.mortise.coder;

import java.util.Arrays;

/**
 * Growing byte array that state formats are written into: big-endian fixed-width numbers and
 * variable-length ones of seven bits a byte, the least significant first.
 */
public final class StateBytes {
  private byte[] bytes;
  private int size;

  /** An empty array with room for {@code capacity} bytes. */
  public StateBytes(int capacity) {
    bytes = new byte[Math.max(16, capacity)];
  }

  /** Appends the lowest eight bits. */
  public StateBytes putByte(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
    return this;
  }

  /** Appends four bytes. */
  public StateBytes putInt(int value) {
    reserve(4);
    bytes[size++] = (byte) (value >>> 24);
    bytes[size++] = (byte) (value >>> 16);
    bytes[size++] = (byte) (value >>> 8);
    bytes[size++] = (byte) value;
    return this;
  }

  /** Appends one to ten bytes; small unsigned values take few. */
  public StateBytes putVarLong(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) ((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
    return this;
  }

  /** Appends one to ten bytes; values near zero on either side take few. */
  public StateBytes putSignedVarLong(long value) {
    return putVarLong((value << 1) ^ (value >> 63));
  }

  /** Appends all of {@code source}, without its length. */
  public StateBytes put(byte[] source) {
    reserve(source.length);
    System.arraycopy(source, 0, bytes, size, source.length);
    size += source.length;
    return this;
  }

  /** The bytes written so far. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }

  /** Reads what {@link StateBytes} wrote, from the start. */
  public static final class Reader {
    private final byte[] bytes;
    private int at;

    /** Reads {@code bytes} from its start. */
    public Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    /** The next byte, unsigned. */
    public int getByte() {
      return bytes[at++] & 0xFF;
    }

    /** The next four bytes. */
    public int getInt() {
      return getByte() << 24 | getByte() << 16 | getByte() << 8 | getByte();
    }

    /** The next variable-length number. */
    public long getVarLong() {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        byte next = bytes[at++];
        value |= (long) (next & 0x7F) << shift;
        if (next >= 0) {
          return value;
        }
      }
    }

    /** The next variable-length number written with its sign. */
    public long getSignedVarLong() {
      long value = getVarLong();
      return (value >>> 1) ^ -(value & 1);
    }

    /** The next variable-length number, as an int. */
    public int getVarInt() {
      return Math.toIntExact(getVarLong());
    }

    /** The next {@code length} bytes. */
    public byte[] get(int length) {
      byte[] part = Arrays.copyOfRange(bytes, at, at + length);
      at += length;
      return part;
    }
  }
}
