package dev.mortise.pipeline.graph;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.util.VarInt;

/** Version byte, digits, least and greatest value, then the buckets in ascending order. */
final class GapHistogramCoder extends AtomicCoder<GapHistogram> {
  private static final long serialVersionUID = 1L;
  private static final int VERSION = 1;
  private static final GapHistogramCoder INSTANCE = new GapHistogramCoder();

  private GapHistogramCoder() {}

  static GapHistogramCoder of() {
    return INSTANCE;
  }

  @Override
  public void encode(GapHistogram histogram, OutputStream out) throws IOException {
    out.write(VERSION);
    VarInt.encode(histogram.digits(), out);
    VarInt.encode(histogram.size(), out);
    VarInt.encode(histogram.min(), out);
    VarInt.encode(histogram.max(), out);
    long[] last = {0};
    histogram.<IOException>forEach(
        (value, times) -> {
          VarInt.encode(value - last[0], out);
          VarInt.encode(times, out);
          last[0] = value;
        });
  }

  @Override
  public GapHistogram decode(InputStream in) throws IOException {
    int version = in.read();
    if (version != VERSION) {
      throw new CoderException(
          "GapHistogramCoder: the version must be " + VERSION + ", but is " + version + ".");
    }
    int digits = VarInt.decodeInt(in);
    int size = VarInt.decodeInt(in);
    long min = VarInt.decodeLong(in);
    long max = VarInt.decodeLong(in);
    GapHistogram histogram = new GapHistogram();
    histogram.widen(min, max);
    if (digits < GapHistogram.EXACT_DIGITS) {
      histogram.round();
    }
    long last = 0;
    for (int i = 0; i < size; i++) {
      last += VarInt.decodeLong(in);
      histogram.count(last, VarInt.decodeLong(in));
    }
    return histogram;
  }
}
