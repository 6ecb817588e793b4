package dev.mortise.join;

import dev.mortise.coder.VersionedCoder;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.util.VarInt;

/** Coder of a node in state: its length and its bytes, the first of which is their version. */
final class TreeNodeCoder extends AtomicCoder<TreeNode> {
  private static final long serialVersionUID = 1L;

  /** Version 1 was never released. */
  static final byte VERSION = 2;

  @Override
  public void encode(TreeNode node, OutputStream out) throws IOException {
    byte[] bytes = node.bytes();
    VarInt.encode(bytes.length, out);
    out.write(bytes);
  }

  @Override
  public TreeNode decode(InputStream in) throws IOException {
    byte[] bytes = new byte[VarInt.decodeInt(in)];
    new DataInputStream(in).readFully(bytes);
    VersionedCoder.check("IntervalJoin node", VERSION, VERSION, bytes);
    return of(bytes);
  }

  /** The node that the bytes are, whose version is known. */
  static TreeNode of(byte[] bytes) {
    return switch (bytes[1]) {
      case TreeLeaf.KIND -> new TreeLeaf(bytes);
      case TreeBranch.KIND -> new TreeBranch(bytes);
      case LongRow.KIND -> new LongRow(bytes);
      default ->
          throw new IllegalArgumentException(
              "IntervalJoin node: kind must be 0 to 2, but is "
                  + bytes[1]
                  + ". The state is damaged.");
    };
  }

  @Override
  public boolean consistentWithEquals() {
    return false;
  }
}
