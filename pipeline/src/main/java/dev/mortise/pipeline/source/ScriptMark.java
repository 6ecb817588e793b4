package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.FilePosition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.io.UnboundedSource.CheckpointMark;
import org.joda.time.Instant;

/**
 * Where the reading of a script goes on. The watermark that was reached is announced again by
 * whoever goes on, so whether it had been announced is not kept.
 *
 * @param position place in the script
 * @param watermarks the watermark of each of its inputs, in the source's order
 * @param ended whether the script's end was reached
 */
record ScriptMark(FilePosition position, List<Instant> watermarks, boolean ended)
    implements CheckpointMark {

  @Override
  public void finalizeCheckpoint() {
    // A file asks for no acknowledgement.
  }

  /** Encodes marks; the first byte is the version. */
  static final class MarkCoder extends AtomicCoder<ScriptMark> {
    private static final long serialVersionUID = 1L;
    private static final int VERSION = 1;

    @Override
    public void encode(ScriptMark mark, OutputStream stream) throws IOException {
      DataOutputStream out = new DataOutputStream(stream);
      out.writeByte(VERSION);
      Watermarks.write(mark.position(), out);
      out.writeBoolean(mark.ended());
      out.writeInt(mark.watermarks().size());
      for (Instant watermark : mark.watermarks()) {
        out.writeLong(watermark.getMillis());
      }
      out.flush();
    }

    @Override
    public ScriptMark decode(InputStream stream) throws IOException {
      DataInputStream in = new DataInputStream(stream);
      int version = in.readByte();
      if (version != VERSION) {
        throw new CoderException("ScriptMark: version must be 1, but is " + version);
      }
      FilePosition position = Watermarks.readPosition(in);
      boolean ended = in.readBoolean();
      List<Instant> watermarks = new ArrayList<>();
      for (int count = in.readInt(); count > 0; count--) {
        watermarks.add(Instant.ofEpochMilli(in.readLong()));
      }
      return new ScriptMark(position, List.copyOf(watermarks), ended);
    }
  }
}
