package dev.mortise.join;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in the bytes of tree nodes, most significant byte first. */
final class NodeBytes {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private NodeBytes() {}

  static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  /** Seven bytes, which hold every event time of Beam. One byte more must follow. */
  static long getTime(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at) >> 8;
  }

  /** Seven bytes. Leaves the byte behind them as it is. */
  static void putTime(byte[] bytes, int at, long time) {
    LONG.set(bytes, at, time << 8 | (bytes[at + 7] & 0xFF));
  }
}
