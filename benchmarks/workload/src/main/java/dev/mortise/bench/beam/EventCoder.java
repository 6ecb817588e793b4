package dev.mortise.bench.beam;

import dev.mortise.bench.Event;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.util.VarInt;

/** A row as its numbers and its payload. */
public final class EventCoder extends AtomicCoder<Event> {
  private static final long serialVersionUID = 1L;

  @Override
  public void encode(Event event, OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(out);
    data.writeLong(event.id);
    data.writeLong(event.key);
    data.writeLong(event.time);
    VarInt.encode(event.payload.length, out);
    out.write(event.payload);
  }

  @Override
  public Event decode(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    long id = data.readLong();
    long key = data.readLong();
    long time = data.readLong();
    byte[] payload = new byte[VarInt.decodeInt(in)];
    data.readFully(payload);
    return new Event(id, key, time, payload);
  }
}
