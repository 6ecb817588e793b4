package dev.mortise.join;

import java.util.Arrays;

/**
 * Key and row of one input row, encoded, in one array: the key's length as a varint, the key, the
 * row. State and shuffle carry rows in this form, and decode one only when it becomes output.
 */
final class RowBody {
  private RowBody() {}

  static byte[] of(byte[] key, byte[] row) {
    byte[] body = new byte[headerOf(key.length) + key.length + row.length];
    int at = putHeader(body, key.length);
    System.arraycopy(key, 0, body, at, key.length);
    System.arraycopy(row, 0, body, at + key.length, row.length);
    return body;
  }

  /** Bytes that the length of a key takes. */
  static int headerOf(int keyLength) {
    int header = 1;
    for (int rest = keyLength >>> 7; rest != 0; rest >>>= 7) {
      header++;
    }
    return header;
  }

  /** Writes the length of a key, and says where the key begins. */
  static int putHeader(byte[] body, int keyLength) {
    int at = 0;
    int rest = keyLength;
    while ((rest & ~0x7F) != 0) {
      body[at++] = (byte) ((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    body[at++] = (byte) rest;
    return at;
  }

  /** Where the key of the body that begins at {@code start} begins. */
  static int keyStart(byte[] bytes, int start) {
    int at = start;
    while (bytes[at] < 0) {
      at++;
    }
    return at + 1;
  }

  /** Where the key of the body that begins at {@code start} ends, and the row begins. */
  static int keyEnd(byte[] bytes, int start) {
    int length = 0;
    int at = start;
    int shift = 0;
    while (bytes[at] < 0) {
      length |= (bytes[at++] & 0x7F) << shift;
      shift += 7;
    }
    length |= bytes[at++] << shift;
    return at + length;
  }

  /** Whether two bodies have one key. */
  static boolean sameKey(byte[] a, int startA, byte[] b, int startB) {
    int end = keyEnd(a, startA);
    // Keys of one length have headers of one length, so both end at the same distance.
    int endB = startB + end - startA;
    return endB <= b.length && Arrays.equals(a, startA, end, b, startB, endB);
  }
}
