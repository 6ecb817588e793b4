package dev.mortise.join;

/**
 * A node of a {@link JoinTree}: its bytes in state, looked into where they lie. Nothing is decoded
 * when a node is read, and nothing encoded when it is written.
 *
 * <p>A node never changes: state backends may hold and snapshot nodes by reference while the next
 * version of a node is being built.
 */
sealed interface TreeNode permits TreeLeaf, TreeBranch, LongRow {
  /** No row: later than every event time. */
  long NONE = Long.MAX_VALUE;

  /** Where what a node holds begins: behind the version of its format, and its kind. */
  int HEADER = 2;

  /** The node in state. Nobody may change it. */
  byte[] bytes();

  /** Least event time of the rows of {@code side} below this node, or {@link #NONE}. */
  long minTime(JoinSide side);

  /** The slot of a key and the side of its rows in one number: a key's two lanes are neighbours. */
  static int lane(int slot, JoinSide side) {
    return (slot << 1) | side.code();
  }

  static boolean isOf(JoinSide side, int lane) {
    return (lane & 1) == side.code();
  }

  static JoinSide sideOf(int lane) {
    return (lane & 1) == 0 ? JoinSide.LEFT : JoinSide.RIGHT;
  }

  /** Order of rows: lane, then event time. */
  static int compare(int laneA, long timeA, int laneB, long timeB) {
    return laneA == laneB ? Long.compare(timeA, timeB) : Integer.compare(laneA, laneB);
  }
}
