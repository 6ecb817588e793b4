package dev.mortise.join;

import java.util.Arrays;

/**
 * Key and row of one input row, encoded, in one array: the key's length as a varint, the key, the
 * row. State and shuffle carry rows in this form, and decode one only when it becomes output.
 */
final class RowBody {
  private RowBody() {}

  static byte[] of(byte[] key, byte[] row) {
    int header = 1;
    for (int rest = key.length >>> 7; rest != 0; rest >>>= 7) {
      header++;
    }
    byte[] body = new byte[header + key.length + row.length];
    int at = 0;
    int rest = key.length;
    while ((rest & ~0x7F) != 0) {
      body[at++] = (byte) ((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    body[at++] = (byte) rest;
    System.arraycopy(key, 0, body, at, key.length);
    System.arraycopy(row, 0, body, at + key.length, row.length);
    return body;
  }

  static int keyStart(byte[] body) {
    int at = 0;
    while (body[at] < 0) {
      at++;
    }
    return at + 1;
  }

  static int keyEnd(byte[] body) {
    int length = 0;
    int at = 0;
    int shift = 0;
    while (body[at] < 0) {
      length |= (body[at++] & 0x7F) << shift;
      shift += 7;
    }
    length |= body[at++] << shift;
    return at + length;
  }

  static boolean sameKey(byte[] a, byte[] b) {
    return Arrays.equals(a, 0, keyEnd(a), b, 0, keyEnd(b));
  }
}
