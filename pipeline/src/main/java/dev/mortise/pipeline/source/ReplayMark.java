package dev.mortise.pipeline.source;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.io.UnboundedSource.CheckpointMark;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a replay goes on.
 *
 * @param position place in the files
 * @param first event time of the first row; null before it
 * @param latest greatest event time so far; null before the first row
 * @param ended whether the end of the last file was reached
 */
record ReplayMark(
    FilesPosition position, @Nullable Instant first, @Nullable Instant latest, boolean ended)
    implements CheckpointMark {

  @Override
  public void finalizeCheckpoint() {
    // Files ask for no acknowledgement.
  }

  /** Encodes marks; the first byte is the version. */
  static final class MarkCoder extends AtomicCoder<ReplayMark> {
    private static final long serialVersionUID = 1L;
    private static final int VERSION = 1;

    @Override
    public void encode(ReplayMark mark, OutputStream stream) throws IOException {
      DataOutputStream out = new DataOutputStream(stream);
      out.writeByte(VERSION);
      out.writeInt(mark.position().file());
      Watermarks.write(mark.position().position(), out);
      out.writeBoolean(mark.ended());
      write(mark.first(), out);
      write(mark.latest(), out);
      out.flush();
    }

    @Override
    public ReplayMark decode(InputStream stream) throws IOException {
      DataInputStream in = new DataInputStream(stream);
      int version = in.readByte();
      if (version != VERSION) {
        throw new CoderException("ReplayMark: version must be 1, but is " + version);
      }
      FilesPosition position = new FilesPosition(in.readInt(), Watermarks.readPosition(in));
      boolean ended = in.readBoolean();
      return new ReplayMark(position, read(in), read(in), ended);
    }

    private static void write(@Nullable Instant time, DataOutputStream out) throws IOException {
      out.writeBoolean(time != null);
      if (time != null) {
        out.writeLong(time.getMillis());
      }
    }

    private static @Nullable Instant read(DataInputStream in) throws IOException {
      return in.readBoolean() ? Instant.ofEpochMilli(in.readLong()) : null;
    }
  }
}
