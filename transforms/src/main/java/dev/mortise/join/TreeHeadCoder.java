package dev.mortise.join;

import dev.mortise.coder.StateBytes;
import dev.mortise.coder.VersionedCoder;

/** Coder of a shard's head in state. */
final class TreeHeadCoder extends VersionedCoder<TreeHead> {
  private static final long serialVersionUID = 1L;

  @Override
  protected String what() {
    return "IntervalJoin head";
  }

  @Override
  protected int version() {
    return 1;
  }

  @Override
  protected void write(TreeHead head, StateBytes to) {
    TreeFormat.writeTime(head.armedLeft(), to);
    TreeFormat.writeTime(head.armedRight(), to);
    to.putVarLong(head.nextId());
    TreeFormat.write(head.root(), to);
  }

  @Override
  protected TreeHead read(int version, StateBytes.Reader from) {
    long armedLeft = TreeFormat.readTime(from);
    long armedRight = TreeFormat.readTime(from);
    long nextId = from.getVarLong();
    return new TreeHead(TreeFormat.read(from), nextId, armedLeft, armedRight);
  }
}
