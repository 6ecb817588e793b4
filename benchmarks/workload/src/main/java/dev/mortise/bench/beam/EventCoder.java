package dev.mortise.bench.beam;

import dev.mortise.bench.Event;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.util.VarInt;

/** A row as its numbers and its payload. */
public final class EventCoder extends AtomicCoder<Event> {
  private static final long serialVersionUID = 1L;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int NUMBERS = 3 * Long.BYTES;

  @Override
  public void encode(Event event, OutputStream out) throws IOException {
    byte[] numbers = new byte[NUMBERS];
    LONG.set(numbers, 0, event.id);
    LONG.set(numbers, 8, event.key);
    LONG.set(numbers, 16, event.time);
    out.write(numbers);
    VarInt.encode(event.payload.length, out);
    out.write(event.payload);
  }

  @Override
  public Event decode(InputStream in) throws IOException {
    byte[] numbers = in.readNBytes(NUMBERS);
    byte[] payload = in.readNBytes(VarInt.decodeInt(in));
    return new Event(
        (long) LONG.get(numbers, 0),
        (long) LONG.get(numbers, 8),
        (long) LONG.get(numbers, 16),
        payload);
  }
}
