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

  /** Order of rows: slot, then side, then event time. */
  static int compare(int slotA, byte sideA, long timeA, int slotB, byte sideB, long timeB) {
    if (slotA != slotB) {
      return slotA < slotB ? -1 : 1;
    }
    if (sideA != sideB) {
      return sideA < sideB ? -1 : 1;
    }
    return Long.compare(timeA, timeB);
  }
}
