package dev.mortise.join;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.beam.sdk.coders.Coder;

/**
 * Bytes that grow, and are written again and again into the same memory. The stream of the JDK that
 * does this takes a lock for each write.
 */
final class BodyBuffer extends OutputStream {
  private static final int FIRST_BYTES = 128;

  /** More than this is given back at a reset: every shard may have a buffer, and for ever. */
  private static final int KEPT_BYTES = 1 << 13;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int count;

  /** Forgets what was written. */
  void reset() {
    count = 0;
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[FIRST_BYTES];
    }
  }

  int size() {
    return count;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, count);
  }

  /** Writes a key as {@link RowBody} has it, and nothing else, and gives its hash. */
  @SuppressWarnings("deprecation") // The outer context is how keys are read back: see JoinOutputs.
  <K> long putKey(Coder<K> coder, K key) throws IOException {
    reset();
    // Most lengths take one byte; for a longer one the key moves.
    count = 1;
    coder.encode(key, this, Coder.Context.OUTER);
    int length = count - 1;
    int header = RowBody.headerOf(length);
    if (header > 1) {
      reserve(header - 1);
      System.arraycopy(bytes, 1, bytes, header, length);
      count += header - 1;
    }
    RowBody.putHeader(bytes, length);
    return KeyHash.of(bytes, header, count);
  }

  /** Writes a row as {@link RowBody} has it, behind its key. */
  @SuppressWarnings("deprecation") // The outer context is how rows are read back: see JoinOutputs.
  <V> void putRow(Coder<V> coder, V row) throws IOException {
    coder.encode(row, this, Coder.Context.OUTER);
  }

  void put(BodyBuffer other) {
    write(other.bytes, 0, other.count);
  }

  void putLong(long value) {
    reserve(Long.BYTES);
    NodeBytes.putLong(bytes, count, value);
    count += Long.BYTES;
  }

  void putVarInt(int value) {
    reserve(5);
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      bytes[count++] = (byte) ((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    bytes[count++] = (byte) rest;
  }

  @Override
  public void write(int value) {
    reserve(1);
    bytes[count++] = (byte) value;
  }

  @Override
  public void write(byte[] source, int from, int length) {
    reserve(length);
    System.arraycopy(source, from, bytes, count, length);
    count += length;
  }

  private void reserve(int more) {
    if (bytes.length - count < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(count, more)));
    }
  }
}
