package dev.mortise.coder;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.util.VarInt;

/**
 * Coder of a value that lives in state: a length, a version byte, and the bytes of that version.
 * Runners call every change of a Beam coder compatible, so only the version byte can tell a later
 * release what it reads from an older savepoint.
 *
 * @param <T> the state value
 */
public abstract class VersionedCoder<T> extends AtomicCoder<T> {
  private static final long serialVersionUID = 1L;

  /** What the value is called in an error, for instance {@code IntervalJoin node}. */
  protected abstract String what();

  /** The version that is written. All versions from 1 up to it can be read. */
  protected abstract int version();

  /** Writes {@code value} in the current version. */
  protected abstract void write(T value, StateBytes to);

  /** Reads a value that was written in {@code version}. */
  protected abstract T read(int version, StateBytes.Reader from);

  @Override
  public final void encode(T value, OutputStream out) throws IOException {
    if (value == null) {
      throw new CoderException(what() + ": there is no null value to encode.");
    }
    StateBytes bytes = new StateBytes(256);
    bytes.putByte(version());
    write(value, bytes);
    byte[] encoded = bytes.toByteArray();
    VarInt.encode(encoded.length, out);
    out.write(encoded);
  }

  @Override
  public final T decode(InputStream in) throws IOException {
    byte[] encoded = new byte[VarInt.decodeInt(in)];
    new DataInputStream(in).readFully(encoded);
    check(what(), 1, version(), encoded);
    StateBytes.Reader reader = new StateBytes.Reader(encoded);
    return read(reader.getByte(), reader);
  }

  /**
   * Checks that state can be read.
   *
   * @param what what the value is called in an error
   * @param oldest the oldest version that can be read
   * @param newest the newest one
   * @param encoded the value, which begins with its version
   * @throws CoderException if it is of another version
   */
  public static void check(String what, int oldest, int newest, byte[] encoded)
      throws CoderException {
    if (encoded.length == 0 || encoded[0] < oldest || encoded[0] > newest) {
      throw new CoderException(
          String.format(
              "%s: state must be of version %d to %d, but begins with %s. It was written by another"
                  + " release of Mortise; resume with that release.",
              what,
              oldest,
              newest,
              Arrays.toString(Arrays.copyOf(encoded, Math.min(1, encoded.length)))));
    }
  }

  @Override
  public final boolean consistentWithEquals() {
    return false;
  }
}
