package dev.mortise.join;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.InstantCoder;
import org.apache.beam.sdk.coders.StructuredCoder;
import org.jspecify.annotations.Nullable;

/** Coder of late rows: side, key, the side's row, event time, watermark. */
final class LateRowCoder<K, L, R> extends StructuredCoder<LateRow<K, L, R>> {
  private static final long serialVersionUID = 1L;

  private static final InstantCoder TIME = InstantCoder.of();

  private final Coder<K> key;
  private final Coder<L> left;
  private final Coder<R> right;

  LateRowCoder(Coder<K> key, Coder<L> left, Coder<R> right) {
    this.key = key;
    this.left = left;
    this.right = right;
  }

  @Override
  @SuppressWarnings("NullAway") // The side's own row is there unless the user's rows are null.
  public void encode(LateRow<K, L, R> value, OutputStream out) throws IOException {
    out.write(value.side().code());
    key.encode(value.key(), out);
    if (value.side() == JoinSide.LEFT) {
      left.encode(value.left(), out);
    } else {
      right.encode(value.right(), out);
    }
    TIME.encode(value.eventTime(), out);
    TIME.encode(value.watermark(), out);
  }

  @Override
  public LateRow<K, L, R> decode(InputStream in) throws IOException {
    JoinSide side = in.read() == 0 ? JoinSide.LEFT : JoinSide.RIGHT;
    K decodedKey = key.decode(in);
    @Nullable L leftRow = side == JoinSide.LEFT ? left.decode(in) : null;
    @Nullable R rightRow = side == JoinSide.LEFT ? null : right.decode(in);
    return new LateRow<>(side, decodedKey, leftRow, rightRow, TIME.decode(in), TIME.decode(in));
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
