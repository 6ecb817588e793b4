package dev.mortise.window;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.BooleanCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.InstantCoder;
import org.apache.beam.sdk.coders.StructuredCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.joda.time.Instant;

/** Coder of panes: timing, key, start, end, value, index, last. */
final class WindowPaneCoder<K, V> extends StructuredCoder<WindowPane<K, V>> {
  private static final long serialVersionUID = 1L;

  private static final InstantCoder TIME = InstantCoder.of();
  private static final VarLongCoder INDEX = VarLongCoder.of();
  private static final BooleanCoder LAST = BooleanCoder.of();

  private final Coder<K> key;
  private final Coder<V> value;

  WindowPaneCoder(Coder<K> key, Coder<V> value) {
    this.key = key;
    this.value = value;
  }

  @Override
  public void encode(WindowPane<K, V> pane, OutputStream out) throws IOException {
    out.write(pane.timing().code());
    key.encode(pane.key(), out);
    TIME.encode(pane.start(), out);
    TIME.encode(pane.end(), out);
    value.encode(pane.value(), out);
    INDEX.encode(pane.index(), out);
    LAST.encode(pane.last(), out);
  }

  @Override
  public WindowPane<K, V> decode(InputStream in) throws IOException {
    Timing timing = Timing.of(in.read());
    K decodedKey = key.decode(in);
    Instant start = TIME.decode(in);
    Instant end = TIME.decode(in);
    V decodedValue = value.decode(in);
    return new WindowPane<>(
        decodedKey, start, end, decodedValue, timing, INDEX.decode(in), LAST.decode(in));
  }

  @Override
  public List<? extends Coder<?>> getCoderArguments() {
    return List.of(key, value);
  }

  @Override
  public void verifyDeterministic() throws NonDeterministicException {
    verifyDeterministic(this, "its parts must be", key, value);
  }
}
