package dev.mortise.runner.spark.engine.state;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.runners.core.StateNamespaces;
import org.apache.beam.runners.core.TimerInternals.TimerData;
import org.apache.beam.runners.core.TimerInternals.TimerDataCoderV2;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;

/**
 * How a step's state is written to files and sent to other processes: a magic number, a version,
 * and key after key. Cells are read back as bytes, and decoded when a step asks for them.
 */
public final class StateFormat implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int MAGIC = 0x4D4F5253;
  private static final int VERSION = 1;

  private final Coder<? extends BoundedWindow> windows;
  private final boolean timersHold;

  /**
   * @param windows of the windows that the step's state is in
   * @param timersHold whether the output watermark waits for the output times of timers
   */
  public StateFormat(Coder<? extends BoundedWindow> windows, boolean timersHold) {
    this.windows = windows;
    this.timersHold = timersHold;
  }

  boolean timersHold() {
    return timersHold;
  }

  /** Writes the state of a partition. */
  public void write(PartitionState state, OutputStream to) throws IOException {
    DataOutputStream out = new DataOutputStream(to);
    out.writeInt(MAGIC);
    out.writeByte(VERSION);
    out.writeInt(state.keys().size());
    TimerDataCoderV2 timers = TimerDataCoderV2.of(windows);
    for (Map.Entry<KeyBytes, KeyState> entry : state.keys()) {
      writeBytes(entry.getKey().bytes(), out);
      out.writeInt(entry.getValue().timers().size());
      for (TimerData timer : entry.getValue().timers()) {
        timers.encode(timer, out);
      }
      out.writeInt(entry.getValue().cells().size());
      for (Map.Entry<CellId, Cell> cell : entry.getValue().cells().entrySet()) {
        out.writeUTF(cell.getKey().namespace().stringKey());
        out.writeUTF(cell.getKey().tag());
        out.writeByte(cell.getValue().kind());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        cell.getValue().encode(bytes);
        writeBytes(bytes.toByteArray(), out);
      }
    }
    out.flush();
  }

  /**
   * Reads the state of a partition.
   *
   * @throws IOException if it is no state, or of a version that this release does not know
   */
  public PartitionState read(InputStream from) throws IOException {
    DataInputStream in = new DataInputStream(from);
    if (in.readInt() != MAGIC) {
      throw new IOException("Checkpoint: a file of state does not begin as one.");
    }
    int version = in.readUnsignedByte();
    if (version != VERSION) {
      throw new IOException(
          "Checkpoint: state must be of version "
              + VERSION
              + ", but is of "
              + version
              + ". It was written by another release of Mortise; resume with that release.");
    }
    int size = in.readInt();
    PersistentMap<KeyBytes, KeyState> keys = PersistentMap.empty();
    TimerDataCoderV2 timers = TimerDataCoderV2.of(windows);
    for (int i = 0; i < size; i++) {
      KeyBytes key = new KeyBytes(readBytes(in));
      List<TimerData> timersOfKey = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        timersOfKey.add(timers.decode(in));
      }
      Map<CellId, Cell> cells = new HashMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        String namespace = in.readUTF();
        String tag = in.readUTF();
        Cell.Encoded cell = new Cell.Encoded(in.readUnsignedByte(), readBytes(in));
        cells.put(
            new CellId(StateNamespaces.fromString(namespace, windows), tag),
            cell.kind() == Cell.Hold.KIND ? Cell.Hold.decode(cell) : cell);
      }
      keys = keys.with(key, KeyState.of(cells, timersOfKey, timersHold));
    }
    return new PartitionState(this, keys);
  }

  private static void writeBytes(byte[] bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }
}
