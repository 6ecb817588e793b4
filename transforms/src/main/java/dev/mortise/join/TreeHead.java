package dev.mortise.join;

/**
 * What a shard keeps in its one value: the root of its tree, and the row times for which its two
 * timers are set.
 *
 * @param root root of the tree
 * @param nextId id of the tree's next node
 * @param armedLeft event time of the left row whose expiry the left timer awaits, or {@link
 *     TreeNode#NONE}
 * @param armedRight the same for the right
 */
record TreeHead(TreeNode root, long nextId, long armedLeft, long armedRight) {
  static final TreeHead EMPTY = new TreeHead(TreeLeaf.EMPTY, 0, TreeNode.NONE, TreeNode.NONE);

  long armed(JoinSide side) {
    return side == JoinSide.LEFT ? armedLeft : armedRight;
  }
}
