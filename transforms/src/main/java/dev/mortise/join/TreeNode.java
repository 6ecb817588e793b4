package dev.mortise.join;

/**
 * A node of a {@link JoinTree}, immutable: state backends may hold and snapshot nodes by reference
 * while the next version of a node is being built.
 */
sealed interface TreeNode permits TreeLeaf, TreeBranch {
  /** No row: later than every event time. */
  long NONE = Long.MAX_VALUE;

  /** Least event time of the rows of {@code side} below this node, or {@link #NONE}. */
  long minTime(JoinSide side);

  /** The slot of a key and the side of its rows in one number: a key's two lanes are neighbours. */
  static int lane(int slot, JoinSide side) {
    return (slot << 1) | side.code();
  }

  static boolean isOf(JoinSide side, int lane) {
    return (lane & 1) == side.code();
  }

  /** Order of rows: lane, then event time. */
  static int compare(int laneA, long timeA, int laneB, long timeB) {
    return laneA == laneB ? Long.compare(timeA, timeB) : Integer.compare(laneA, laneB);
  }
}
