package dev.mortise.join;

/**
 * A body that is too long for a leaf, by itself: leaves are copied with every row that comes or
 * goes, and it is read only for a pair, or when it leaves.
 */
final class LongRow implements TreeNode {
  static final byte KIND = 2;

  private static final int ID = Long.BYTES;

  /** Rows of more bytes than this, key apart, lie by themselves. */
  static final int MIN_BYTES = 512;

  private final byte[] bytes;

  /** Takes the bytes of a long row, which nobody may change afterwards. */
  LongRow(byte[] bytes) {
    this.bytes = bytes;
  }

  static LongRow of(byte[] source, int bodyStart, int bodyEnd) {
    byte[] bytes = new byte[HEADER + bodyEnd - bodyStart];
    bytes[0] = TreeNodeCoder.VERSION;
    bytes[1] = KIND;
    System.arraycopy(source, bodyStart, bytes, HEADER, bodyEnd - bodyStart);
    return new LongRow(bytes);
  }

  /** Whether the body that lies there is long. */
  static boolean isLong(byte[] bytes, int bodyStart, int bodyEnd) {
    int length = bodyEnd - bodyStart;
    return length > MIN_BYTES && bodyEnd - RowBody.keyEnd(bytes, bodyStart) > MIN_BYTES;
  }

  /** What stands in the leaf for the body that lies there: its key, and the id of this node. */
  static byte[] reference(byte[] source, int bodyStart, long id) {
    int length = RowBody.keyEnd(source, bodyStart) - bodyStart;
    byte[] reference = new byte[length + ID];
    System.arraycopy(source, bodyStart, reference, 0, length);
    NodeBytes.putLong(reference, length, id);
    return reference;
  }

  /** The id in the reference that ends there. */
  static long id(byte[] bytes, int referenceEnd) {
    return NodeBytes.getLong(bytes, referenceEnd - ID);
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }

  /** Where the body begins in {@link #bytes}; it goes on to their end. */
  int bodyStart() {
    return HEADER;
  }

  /** Its time stands in its leaf. */
  @Override
  public long minTime(JoinSide side) {
    return NONE;
  }
}
