package dev.mortise.join;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.util.VarInt;

/**
 * Rows on their way to their shard, in the order in which they came: for each of them the length of
 * its body and its side in one number, its event time, and its body.
 */
final class RowBatch {
  private final byte[] bytes;

  /** Takes bytes as {@link Writer} makes them, which nobody may change afterwards. */
  RowBatch(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Stands in front of the first row. */
  Arrival rows() {
    return new Arrival(bytes);
  }

  /** Gathers rows. */
  static final class Writer {
    private final BodyBuffer rows = new BodyBuffer();
    private long least = Long.MAX_VALUE;

    void add(JoinSide side, long time, BodyBuffer body) {
      rows.putVarInt(body.size() << 1 | side.code());
      rows.putLong(time);
      rows.put(body);
      least = Math.min(least, time);
    }

    int size() {
      return rows.size();
    }

    /** Least event time of the rows, in milliseconds. */
    long least() {
      return least;
    }

    /** The rows since the last call. */
    RowBatch take() {
      RowBatch batch = new RowBatch(rows.toByteArray());
      rows.reset();
      least = Long.MAX_VALUE;
      return batch;
    }
  }

  /** Coder for the shuffle: length and bytes. */
  static final class BatchCoder extends AtomicCoder<RowBatch> {
    private static final long serialVersionUID = 1L;

    @Override
    public void encode(RowBatch batch, OutputStream out) throws IOException {
      VarInt.encode(batch.bytes.length, out);
      out.write(batch.bytes);
    }

    @Override
    public RowBatch decode(InputStream in) throws IOException {
      byte[] bytes = new byte[VarInt.decodeInt(in)];
      new DataInputStream(in).readFully(bytes);
      return new RowBatch(bytes);
    }
  }
}
