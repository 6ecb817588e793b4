package dev.mortise.join;

import dev.mortise.coder.VersionedCoder;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.util.VarInt;

/**
 * Coder of a shard's head in state: its length, its version, when the timer fires, its hold, the
 * next node's id, and the root as {@link TreeNode#bytes} has it.
 */
final class TreeHeadCoder extends AtomicCoder<TreeHead> {
  private static final long serialVersionUID = 1L;

  /** Version 1 was never released. */
  private static final byte VERSION = 2;

  private static final int FIRES = 1;
  private static final int HOLD = 9;
  private static final int NEXT_ID = 17;
  private static final int ROOT = 25;

  @Override
  public void encode(TreeHead head, OutputStream out) throws IOException {
    byte[] root = head.root().bytes();
    byte[] fields = new byte[ROOT];
    fields[0] = VERSION;
    NodeBytes.putLong(fields, FIRES, head.timer().fires());
    NodeBytes.putLong(fields, HOLD, head.timer().hold());
    NodeBytes.putLong(fields, NEXT_ID, head.nextId());
    VarInt.encode(ROOT + root.length, out);
    out.write(fields);
    out.write(root);
  }

  @Override
  public TreeHead decode(InputStream in) throws IOException {
    byte[] bytes = new byte[VarInt.decodeInt(in)];
    new DataInputStream(in).readFully(bytes);
    VersionedCoder.check("IntervalJoin head", VERSION, VERSION, bytes);
    byte[] root = Arrays.copyOfRange(bytes, ROOT, bytes.length);
    VersionedCoder.check("IntervalJoin node", TreeNodeCoder.VERSION, TreeNodeCoder.VERSION, root);
    return new TreeHead(
        TreeNodeCoder.of(root),
        NodeBytes.getLong(bytes, NEXT_ID),
        new ShardTimer.Setting(NodeBytes.getLong(bytes, FIRES), NodeBytes.getLong(bytes, HOLD)));
  }

  @Override
  public boolean consistentWithEquals() {
    return false;
  }
}
