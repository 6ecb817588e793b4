package dev.mortise.join;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.util.VarInt;

/** A row on its way to its shard: the input it came from, its key and row. */
final class ShardedRow {
  private final JoinSide side;
  private final byte[] body;

  /** Takes a body as {@link RowBody} makes it, which nobody may change afterwards. */
  ShardedRow(JoinSide side, byte[] body) {
    this.side = side;
    this.body = body;
  }

  JoinSide side() {
    return side;
  }

  byte[] body() {
    return body;
  }

  /** Coder for the shuffle: body length and side in one number, then the body. */
  static final class RowCoder extends AtomicCoder<ShardedRow> {
    private static final long serialVersionUID = 1L;

    @Override
    public void encode(ShardedRow row, OutputStream out) throws IOException {
      VarInt.encode((long) row.body.length << 1 | row.side.code(), out);
      out.write(row.body);
    }

    @Override
    public ShardedRow decode(InputStream in) throws IOException {
      long header = VarInt.decodeLong(in);
      byte[] body = new byte[Math.toIntExact(header >>> 1)];
      new DataInputStream(in).readFully(body);
      return new ShardedRow((header & 1) == 0 ? JoinSide.LEFT : JoinSide.RIGHT, body);
    }
  }
}
