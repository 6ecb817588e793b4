package dev.mortise.pipeline.sink;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.CoderException;

/**
 * What a shard's writer knows of the file it writes.
 *
 * @param part number of the file among the shard's
 * @param length bytes of it that count
 */
record PartState(int part, long length) {
  static final PartState START = new PartState(0, 0);

  /** Encodes states; the first byte is the version. */
  static final class StateCoder extends AtomicCoder<PartState> {
    private static final long serialVersionUID = 1L;
    private static final int VERSION = 1;

    @Override
    public void encode(PartState state, OutputStream stream) throws IOException {
      DataOutputStream out = new DataOutputStream(stream);
      out.writeByte(VERSION);
      out.writeInt(state.part());
      out.writeLong(state.length());
      out.flush();
    }

    @Override
    public PartState decode(InputStream stream) throws IOException {
      DataInputStream in = new DataInputStream(stream);
      int version = in.readByte();
      if (version != VERSION) {
        throw new CoderException("PartState: version must be 1, but is " + version);
      }
      return new PartState(in.readInt(), in.readLong());
    }

    @Override
    public boolean consistentWithEquals() {
      return true;
    }
  }
}
