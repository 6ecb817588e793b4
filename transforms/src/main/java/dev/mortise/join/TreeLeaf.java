package dev.mortise.join;

import java.util.Arrays;

/**
 * Rows in order of lane and event time. First an entry of {@link #ENTRY} bytes for each row, then
 * their bodies: a probe walks the narrow entries, and touches a body only where the entry fits.
 *
 * <p>An entry is lane (4 bytes), event time (7), and where the body ends (30 bits), behind a bit
 * that says whether the row has matched, and one that says whether what lies here is the reference
 * of a {@link LongRow}.
 */
final class TreeLeaf implements TreeNode {
  /**
   * Bytes of a full leaf of more than one row. Larger ones make fewer nodes, and dearer copies for
   * each row that is added.
   */
  static final int MAX_BYTES = 4 * 1024;

  static final byte KIND = 0;

  /** Bytes that a row takes besides its body. */
  static final int ENTRY = 15;

  private static final int TIME = 4;
  private static final int END = 11;
  private static final int MATCHED = 1 << 31;
  private static final int IS_LONG = 1 << 30;
  private static final int FLAGS = MATCHED | IS_LONG;
  private static final int ENTRIES = HEADER + 4;

  static final TreeLeaf EMPTY = new TreeLeaf(allocate(0, 0));

  private final byte[] bytes;
  private final int size;

  /** Takes the bytes of a leaf, which nobody may change afterwards. */
  TreeLeaf(byte[] bytes) {
    this.bytes = bytes;
    this.size = NodeBytes.getInt(bytes, HEADER);
  }

  private static byte[] allocate(int rows, int bodies) {
    byte[] bytes = new byte[ENTRIES + rows * ENTRY + bodies];
    bytes[0] = TreeNodeCoder.VERSION;
    bytes[1] = KIND;
    NodeBytes.putInt(bytes, HEADER, rows);
    return bytes;
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  private static int entry(int row) {
    return ENTRIES + row * ENTRY;
  }

  int lane(int row) {
    return NodeBytes.getInt(bytes, entry(row));
  }

  long time(int row) {
    return NodeBytes.getTime(bytes, entry(row) + TIME);
  }

  boolean matched(int row) {
    return bytes[entry(row) + END] < 0;
  }

  /** Whether the reference of a {@link LongRow} stands for the row's body. */
  boolean isLong(int row) {
    return (NodeBytes.getInt(bytes, entry(row) + END) & IS_LONG) != 0;
  }

  /** Where the row's body begins in {@link #bytes}. */
  int bodyStart(int row) {
    return row == 0 ? entry(size) : bodyEnd(row - 1);
  }

  /** Where the row's body ends in {@link #bytes}. */
  int bodyEnd(int row) {
    return entry(size) + (NodeBytes.getInt(bytes, entry(row) + END) & ~FLAGS);
  }

  @Override
  public long minTime(JoinSide side) {
    long min = NONE;
    for (int i = 0; i < size; i++) {
      long time = time(i);
      if (time < min && TreeNode.isOf(side, lane(i))) {
        min = time;
      }
    }
    return min;
  }

  /** Index of the first row that is not before the given place. */
  int firstFrom(int lane, long time) {
    int low = 0;
    int high = size;
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (TreeNode.compare(lane(mid), time(mid), lane, time) < 0) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }

  /** Index for one more row: behind those of the same place, so that arrival order is kept. */
  int placeFor(int lane, long time) {
    // Event times are far from the greatest long, so the next one always exists.
    return firstFrom(lane, time + 1);
  }

  /** The flags of a row. */
  static int flags(boolean isMatched, boolean isLong) {
    return (isMatched ? MATCHED : 0) | (isLong ? IS_LONG : 0);
  }

  /**
   * Adds a row, whose body lies in {@code source}, at the index that {@link #placeFor} gave.
   *
   * @param flags as {@link #flags} has them
   */
  TreeLeaf with(int at, int lane, long time, int flags, byte[] source, int bodyStart, int bodyEnd) {
    int length = bodyEnd - bodyStart;
    byte[] to = allocate(size + 1, bytes.length - entry(size) + length);
    int place = entry(at);
    System.arraycopy(bytes, ENTRIES, to, ENTRIES, place - ENTRIES);
    System.arraycopy(bytes, place, to, place + ENTRY, entry(size) - place);
    int start = bodyStart(at);
    int end = start - entry(size) + length;
    NodeBytes.putInt(to, place, lane);
    NodeBytes.putTime(to, place + TIME, time);
    NodeBytes.putInt(to, place + END, end | flags);
    moveEnds(to, at + 1, size + 1, length);
    System.arraycopy(bytes, entry(size), to, entry(size + 1), start - entry(size));
    System.arraycopy(source, bodyStart, to, start + ENTRY, length);
    System.arraycopy(bytes, start, to, start + ENTRY + length, bytes.length - start);
    return new TreeLeaf(to);
  }

  /** The flags lie above all ends, and stay as they are. */
  private static void moveEnds(byte[] bytes, int from, int to, int by) {
    for (int row = from; row < to; row++) {
      int at = entry(row) + END;
      NodeBytes.putInt(bytes, at, NodeBytes.getInt(bytes, at) + by);
    }
  }

  /** Changes a row's match flag in a copy of {@link #bytes} that is no leaf yet. */
  static void flipMatched(byte[] copy, int row) {
    copy[entry(row) + END] ^= (byte) 0x80;
  }

  /** The rows at {@code from <= index < to}. */
  TreeLeaf slice(int from, int to) {
    int start = bodyStart(from);
    int length = to == from ? 0 : bodyEnd(to - 1) - start;
    byte[] part = allocate(to - from, length);
    System.arraycopy(bytes, entry(from), part, ENTRIES, (to - from) * ENTRY);
    moveEnds(part, 0, to - from, entry(size) - start);
    System.arraycopy(bytes, start, part, entry(to - from), length);
    return new TreeLeaf(part);
  }

  /** The rows whose index is not set in {@code gone}. */
  TreeLeaf without(boolean[] gone) {
    int left = 0;
    int bodies = 0;
    for (int i = 0; i < size; i++) {
      if (!gone[i]) {
        left++;
        bodies += bodyEnd(i) - bodyStart(i);
      }
    }
    byte[] kept = allocate(left, bodies);
    int row = 0;
    int end = 0;
    for (int i = 0; i < size; i++) {
      if (!gone[i]) {
        int start = bodyStart(i);
        int length = bodyEnd(i) - start;
        System.arraycopy(bytes, entry(i), kept, entry(row), END);
        System.arraycopy(bytes, start, kept, entry(left) + end, length);
        end += length;
        int flags = NodeBytes.getInt(bytes, entry(i) + END) & FLAGS;
        NodeBytes.putInt(kept, entry(row++) + END, end | flags);
      }
    }
    return new TreeLeaf(kept);
  }

  boolean isOverfull() {
    return bytes.length > MAX_BYTES && size > 1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TreeLeaf leaf && Arrays.equals(bytes, leaf.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
