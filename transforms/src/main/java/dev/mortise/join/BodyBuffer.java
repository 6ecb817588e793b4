package dev.mortise.join;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.beam.sdk.coders.Coder;

/**
 * Encodes keys and rows into bodies, again and again into the same memory. The stream of the JDK
 * that does this takes a lock for each write.
 */
final class BodyBuffer extends OutputStream {
  private static final int FIRST_BYTES = 256;

  /** More than this is given back after a row: one huge row must not cost memory for ever. */
  private static final int KEPT_BYTES = 1 << 20;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int count;

  @SuppressWarnings("deprecation") // The outer context is how rows are read back: see JoinOutputs.
  <K, V> byte[] body(Coder<K> keyCoder, K key, Coder<V> rowCoder, V row) throws IOException {
    count = 0;
    keyCoder.encode(key, this, Coder.Context.OUTER);
    int keyLength = count;
    rowCoder.encode(row, this, Coder.Context.OUTER);
    byte[] body = RowBody.of(bytes, keyLength, count);
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[FIRST_BYTES];
    }
    return body;
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
