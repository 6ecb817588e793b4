package dev.mortise.window;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.InstantCoder;
import org.apache.beam.sdk.coders.StructuredCoder;
import org.apache.beam.sdk.coders.VarIntCoder;

/** Coder of rows that came too late: key, row, event time, watermark, number of windows. */
final class TooLateRowCoder<K, V> extends StructuredCoder<TooLateRow<K, V>> {
  private static final long serialVersionUID = 1L;

  private static final InstantCoder TIME = InstantCoder.of();
  private static final VarIntCoder COUNT = VarIntCoder.of();

  private final Coder<K> key;
  private final Coder<V> value;

  TooLateRowCoder(Coder<K> key, Coder<V> value) {
    this.key = key;
    this.value = value;
  }

  @Override
  public void encode(TooLateRow<K, V> row, OutputStream out) throws IOException {
    key.encode(row.key(), out);
    value.encode(row.value(), out);
    TIME.encode(row.eventTime(), out);
    TIME.encode(row.watermark(), out);
    COUNT.encode(row.windowsMissed(), out);
  }

  @Override
  public TooLateRow<K, V> decode(InputStream in) throws IOException {
    return new TooLateRow<>(
        key.decode(in), value.decode(in), TIME.decode(in), TIME.decode(in), COUNT.decode(in));
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
