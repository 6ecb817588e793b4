package dev.mortise.join;

import dev.mortise.coder.StateBytes;
import dev.mortise.coder.VersionedCoder;

/** Coder of a node in state. */
final class TreeNodeCoder extends VersionedCoder<TreeNode> {
  private static final long serialVersionUID = 1L;

  @Override
  protected String what() {
    return "IntervalJoin node";
  }

  @Override
  protected int version() {
    return 1;
  }

  @Override
  protected void write(TreeNode node, StateBytes to) {
    TreeFormat.write(node, to);
  }

  @Override
  protected TreeNode read(int version, StateBytes.Reader from) {
    return TreeFormat.read(from);
  }
}
