package dev.mortise.join;

/**
 * What a shard keeps in its one value: the root of its tree, and how its timer is set.
 *
 * @param root root of the tree
 * @param nextId id of the tree's next node
 * @param timer what its timer is set to, {@link ShardTimer.Setting#NONE} if it is not
 */
record TreeHead(TreeNode root, long nextId, ShardTimer.Setting timer) {
  static final TreeHead EMPTY = new TreeHead(TreeLeaf.EMPTY, 0, ShardTimer.Setting.NONE);
}
