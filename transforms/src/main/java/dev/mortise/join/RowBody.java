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

  /** The body of a key and a row that lie one behind the other, from the start of some bytes. */
  static byte[] of(byte[] bytes, int keyLength, int length) {
    byte[] body = new byte[headerOf(keyLength) + length];
    System.arraycopy(bytes, 0, body, putHeader(body, keyLength), length);
    return body;
  }

  private static int headerOf(int keyLength) {
    int header = 1;
    for (int rest = keyLength >>> 7; rest != 0; rest >>>= 7) {
      header++;
    }
    return header;
  }

  private static int putHeader(byte[] body, int keyLength) {
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

  /** Whether a body has the key of the one that begins at {@code start} of {@code bytes}. */
  static boolean sameKey(byte[] body, byte[] bytes, int start) {
    int end = keyEnd(body, 0);
    // Keys of one length have headers of one length; so no body ends before its key is compared.
    return start + end <= bytes.length && Arrays.equals(body, 0, end, bytes, start, start + end);
  }
}
