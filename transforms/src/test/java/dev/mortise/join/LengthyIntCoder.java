package dev.mortise.join;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.util.VarInt;

/** Makes long rows of some numbers. */
final class LengthyIntCoder extends AtomicCoder<Integer> {
  private static final long serialVersionUID = 1L;

  @Override
  public void encode(Integer value, OutputStream out) throws IOException {
    int filling = value % 5 == 3 ? LongRow.MIN_BYTES + value % 1_000 : 0;
    VarInt.encode(value, out);
    VarInt.encode(filling, out);
    out.write(new byte[filling]);
  }

  @Override
  public Integer decode(InputStream in) throws IOException {
    int value = VarInt.decodeInt(in);
    int filling = VarInt.decodeInt(in);
    if (in.readNBytes(filling).length != filling) {
      throw new IOException("The filling of " + value + " is not whole.");
    }
    return value;
  }
}
