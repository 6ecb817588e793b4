package dev.mortise.join;

/**
 * Children in order, each with the place where it begins (meaningless for the first one, which
 * begins before everything) and the least event time of either side below it, by which expiry finds
 * its way without looking into children that have nothing due.
 *
 * <p>An entry of {@link #ENTRY} bytes for each child: lane and event time of its beginning, its id,
 * the least event time of left rows and of right rows.
 */
final class TreeBranch implements TreeNode {
  /** Children of a full branch. */
  static final int MAX_CHILDREN = 64;

  static final byte KIND = 1;

  static final int ENTRY = 36;

  private static final int TIME = 4;
  private static final int ID = 12;
  private static final int MIN_LEFT = 20;

  private final byte[] bytes;

  /** Takes the bytes of a branch, which nobody may change afterwards. */
  TreeBranch(byte[] bytes) {
    this.bytes = bytes;
  }

  private static byte[] allocate(int children) {
    byte[] bytes = new byte[HEADER + children * ENTRY];
    bytes[0] = TreeNodeCoder.VERSION;
    bytes[1] = KIND;
    return bytes;
  }

  /** A branch over two nodes, the second of which begins where {@code fence} says. */
  static TreeBranch over(
      long firstId, TreeNode first, long secondId, TreeNode second, Fence fence) {
    byte[] bytes = allocate(2);
    put(bytes, 0, new Fence(0, 0), firstId, first);
    put(bytes, 1, fence, secondId, second);
    return new TreeBranch(bytes);
  }

  /** The place where a child begins. */
  record Fence(int lane, long time) {}

  @Override
  public byte[] bytes() {
    return bytes;
  }

  int size() {
    return (bytes.length - HEADER) / ENTRY;
  }

  private static int entry(int child) {
    return HEADER + child * ENTRY;
  }

  private static int min(JoinSide side, int child) {
    return entry(child) + MIN_LEFT + 8 * side.code();
  }

  private static void put(byte[] bytes, int child, Fence fence, long id, TreeNode node) {
    NodeBytes.putInt(bytes, entry(child), fence.lane());
    NodeBytes.putLong(bytes, entry(child) + TIME, fence.time());
    NodeBytes.putLong(bytes, entry(child) + ID, id);
    putMins(bytes, child, node);
  }

  /** Writes a child's least event times into a copy of {@link #bytes} that is no branch yet. */
  static void putMins(byte[] copy, int child, TreeNode node) {
    NodeBytes.putLong(copy, min(JoinSide.LEFT, child), node.minTime(JoinSide.LEFT));
    NodeBytes.putLong(copy, min(JoinSide.RIGHT, child), node.minTime(JoinSide.RIGHT));
  }

  Fence fence(int child) {
    return new Fence(
        NodeBytes.getInt(bytes, entry(child)), NodeBytes.getLong(bytes, entry(child) + TIME));
  }

  long id(int child) {
    return NodeBytes.getLong(bytes, entry(child) + ID);
  }

  /** Least event time of the rows of {@code side} below a child, or {@link #NONE}. */
  long minTime(JoinSide side, int child) {
    return NodeBytes.getLong(bytes, min(side, child));
  }

  @Override
  public long minTime(JoinSide side) {
    long min = NONE;
    for (int child = 0; child < size(); child++) {
      min = Math.min(min, minTime(side, child));
    }
    return min;
  }

  /** The last child that begins at or before the given place: where a row of it is added. */
  int childFor(int lane, long time) {
    int low = 1;
    int high = size();
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (TreeNode.compare(
              NodeBytes.getInt(bytes, entry(mid)),
              NodeBytes.getLong(bytes, entry(mid) + TIME),
              lane,
              time)
          <= 0) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low - 1;
  }

  /** This branch with a row more below one child. */
  TreeBranch withRow(int child, JoinSide side, long time) {
    if (time >= minTime(side, child)) {
      return this;
    }
    byte[] copy = bytes.clone();
    NodeBytes.putLong(copy, min(side, child), time);
    return new TreeBranch(copy);
  }

  /** This branch with a child that was split off the one before it, which is now {@code before}. */
  TreeBranch withChild(int at, TreeNode before, Fence fence, long id, TreeNode node) {
    byte[] to = allocate(size() + 1);
    System.arraycopy(bytes, HEADER, to, HEADER, entry(at) - HEADER);
    System.arraycopy(bytes, entry(at), to, entry(at + 1), bytes.length - entry(at));
    put(to, at, fence, id, node);
    putMins(to, at - 1, before);
    return new TreeBranch(to);
  }

  /** The children at {@code from <= index < to}. */
  TreeBranch slice(int from, int to) {
    byte[] part = allocate(to - from);
    System.arraycopy(bytes, entry(from), part, HEADER, (to - from) * ENTRY);
    return new TreeBranch(part);
  }

  /**
   * The children of a changed copy of this branch's bytes whose index is not set in {@code gone},
   * of which {@code left} remain.
   */
  static TreeBranch without(byte[] copy, boolean[] gone, int left) {
    if (left == gone.length) {
      return new TreeBranch(copy);
    }
    byte[] kept = allocate(left);
    int to = 0;
    for (int child = 0; child < gone.length; child++) {
      if (!gone[child]) {
        System.arraycopy(copy, entry(child), kept, entry(to++), ENTRY);
      }
    }
    return new TreeBranch(kept);
  }
}
