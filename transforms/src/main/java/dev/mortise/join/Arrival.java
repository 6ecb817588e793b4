package dev.mortise.join;

/** The row of a batch that is being joined. {@link #next} moves to the one behind it. */
final class Arrival {
  private final byte[] bytes;
  private JoinSide side = JoinSide.LEFT;
  private long time;
  private int start;
  private int end;

  Arrival(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Moves to the next row, if there is one. */
  boolean next() {
    if (end >= bytes.length) {
      return false;
    }
    int at = end;
    int header = bytes[at] & 0x7F;
    for (int shift = 7; bytes[at++] < 0; shift += 7) {
      header |= (bytes[at] & 0x7F) << shift;
    }
    side = (header & 1) == 0 ? JoinSide.LEFT : JoinSide.RIGHT;
    time = NodeBytes.getLong(bytes, at);
    start = at + Long.BYTES;
    end = start + (header >>> 1);
    return true;
  }

  JoinSide side() {
    return side;
  }

  /** Event time in milliseconds. */
  long time() {
    return time;
  }

  /** What the row's body lies in. Nobody may change it. */
  byte[] bytes() {
    return bytes;
  }

  /** Where its body begins. */
  int start() {
    return start;
  }

  /** Where its body ends. */
  int end() {
    return end;
  }
}
