package dev.mortise.pipeline.window;

import dev.mortise.coder.StateBytes;
import dev.mortise.pipeline.spec.AggregateSpec;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.coders.CustomCoder;
import org.apache.beam.sdk.util.VarInt;
import org.jspecify.annotations.Nullable;

/**
 * Coder of partial results, which are state: a length, a version byte, how many parts there are,
 * and each part as its aggregator writes it.
 */
final class AccumulatorCoder extends CustomCoder<Accumulator> {
  private static final long serialVersionUID = 1L;
  private static final int VERSION = 1;

  @SuppressWarnings("serial") // Immutable lists of serializable values.
  private final List<AggregateSpec> specs;

  @SuppressWarnings("serial")
  private final List<Aggregator<?>> aggregators;

  AccumulatorCoder(List<AggregateSpec> specs) {
    this.specs = List.copyOf(specs);
    this.aggregators = specs.stream().<Aggregator<?>>map(RowAggregates::aggregator).toList();
  }

  List<Aggregator<?>> aggregators() {
    return aggregators;
  }

  @Override
  public void encode(Accumulator value, OutputStream out) throws IOException {
    StateBytes bytes = new StateBytes(64);
    bytes.putByte(VERSION);
    Object[] parts = value.parts();
    bytes.putVarLong(parts.length);
    for (int i = 0; i < parts.length; i++) {
      write(aggregators.get(i), parts[i], bytes);
    }
    byte[] encoded = bytes.toByteArray();
    VarInt.encode(encoded.length, out);
    out.write(encoded);
  }

  @SuppressWarnings("unchecked") // Each part was made by its aggregator.
  private static <S> void write(Aggregator<S> of, Object part, StateBytes to) {
    of.write((S) part, to);
  }

  @Override
  public Accumulator decode(InputStream in) throws IOException {
    byte[] encoded = new byte[VarInt.decodeInt(in)];
    new DataInputStream(in).readFully(encoded);
    StateBytes.Reader from = new StateBytes.Reader(encoded);
    if (encoded.length < 2 || from.getByte() != VERSION) {
      throw new CoderException(
          String.format(
              "Window aggregates: state must be of version %d, but begins with %s. It was written"
                  + " by another release of Mortise; resume with that release.",
              VERSION, Arrays.toString(Arrays.copyOf(encoded, Math.min(1, encoded.length)))));
    }
    int parts = from.getVarInt();
    if (parts != aggregators.size()) {
      throw new CoderException(
          String.format(
              "Window aggregates: state must hold %d aggregates, but holds %d. It was written with"
                  + " another spec; resume with that one, or start without state.",
              aggregators.size(), parts));
    }
    Object[] read = new Object[parts];
    for (int i = 0; i < parts; i++) {
      read[i] = aggregators.get(i).read(from);
    }
    return new Accumulator(read);
  }

  /** A runner keeps one of equal coders: they must read and write alike. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AccumulatorCoder that && specs.equals(that.specs);
  }

  @Override
  public int hashCode() {
    return specs.hashCode();
  }
}
