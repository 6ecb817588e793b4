package dev.mortise.pipeline.sink;

import dev.mortise.coder.StateBytes;
import dev.mortise.coder.VersionedCoder;
import java.nio.charset.StandardCharsets;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An output's element as a topic takes it.
 *
 * @param key what identifies it
 * @param line one line of JSON
 * @param time the record's time; null for the time at which it is written
 */
public record OutputRecord(String key, String line, @Nullable Instant time) {

  /** Encodes records. They are part of a job's state while their transaction waits. */
  public static final class RecordCoder extends VersionedCoder<OutputRecord> {
    private static final long serialVersionUID = 1L;

    @Override
    protected String what() {
      return "record of an output";
    }

    @Override
    protected int version() {
      return 1;
    }

    @Override
    protected void write(OutputRecord value, StateBytes to) {
      text(value.key(), to);
      text(value.line(), to);
      Instant time = value.time();
      to.putByte(time == null ? 0 : 1);
      if (time != null) {
        to.putSignedVarLong(time.getMillis());
      }
    }

    private static void text(String text, StateBytes to) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      to.putVarLong(bytes.length).put(bytes);
    }

    @Override
    protected OutputRecord read(int version, StateBytes.Reader from) {
      String key = text(from);
      String line = text(from);
      return new OutputRecord(
          key, line, from.getByte() == 0 ? null : Instant.ofEpochMilli(from.getSignedVarLong()));
    }

    private static String text(StateBytes.Reader from) {
      return new String(from.get(from.getVarInt()), StandardCharsets.UTF_8);
    }
  }
}
