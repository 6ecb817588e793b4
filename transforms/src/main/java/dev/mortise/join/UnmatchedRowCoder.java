package dev.mortise.join;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.InstantCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.StructuredCoder;

/** Coder of unmatched rows: reason, key (which may be missing), row, event time. */
final class UnmatchedRowCoder<K, V> extends StructuredCoder<UnmatchedRow<K, V>> {
  private static final long serialVersionUID = 1L;

  private static final InstantCoder TIME = InstantCoder.of();

  private final Coder<K> key;
  private final Coder<V> row;

  UnmatchedRowCoder(Coder<K> key, Coder<V> row) {
    this.key = NullableCoder.of(key);
    this.row = row;
  }

  @Override
  public void encode(UnmatchedRow<K, V> value, OutputStream out) throws IOException {
    out.write(value.reason() == UnmatchedReason.NULL_KEY ? 1 : 0);
    key.encode(value.key(), out);
    row.encode(value.row(), out);
    TIME.encode(value.eventTime(), out);
  }

  @Override
  public UnmatchedRow<K, V> decode(InputStream in) throws IOException {
    UnmatchedReason reason = in.read() == 1 ? UnmatchedReason.NULL_KEY : UnmatchedReason.NO_MATCH;
    return new UnmatchedRow<>(key.decode(in), row.decode(in), TIME.decode(in), reason);
  }

  @Override
  public List<? extends Coder<?>> getCoderArguments() {
    return List.of(key, row);
  }

  @Override
  public void verifyDeterministic() throws NonDeterministicException {
    verifyDeterministic(this, "its parts must be", key, row);
  }
}
