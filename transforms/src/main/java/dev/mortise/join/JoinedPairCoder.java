package dev.mortise.join;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.InstantCoder;
import org.apache.beam.sdk.coders.StructuredCoder;

/** Coder of pairs: key, left row, right row, and their event times. */
final class JoinedPairCoder<K, L, R> extends StructuredCoder<JoinedPair<K, L, R>> {
  private static final long serialVersionUID = 1L;

  private static final InstantCoder TIME = InstantCoder.of();

  private final Coder<K> key;
  private final Coder<L> left;
  private final Coder<R> right;

  JoinedPairCoder(Coder<K> key, Coder<L> left, Coder<R> right) {
    this.key = key;
    this.left = left;
    this.right = right;
  }

  @Override
  public void encode(JoinedPair<K, L, R> pair, OutputStream out) throws IOException {
    key.encode(pair.key(), out);
    left.encode(pair.left(), out);
    right.encode(pair.right(), out);
    TIME.encode(pair.leftTime(), out);
    TIME.encode(pair.rightTime(), out);
  }

  @Override
  public JoinedPair<K, L, R> decode(InputStream in) throws IOException {
    return new JoinedPair<>(
        key.decode(in), left.decode(in), right.decode(in), TIME.decode(in), TIME.decode(in));
  }

  @Override
  public List<? extends Coder<?>> getCoderArguments() {
    return List.of(key, left, right);
  }

  @Override
  public void verifyDeterministic() throws NonDeterministicException {
    verifyDeterministic(this, "its parts must be", key, left, right);
  }
}
