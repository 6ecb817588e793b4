package dev.mortise.join;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.StructuredCoder;

/**
 * Coder of rows that say their side: a byte for the side, then the row.
 *
 * @param <L> left row
 * @param <R> right row
 */
public final class SidedRowCoder<L, R> extends StructuredCoder<SidedRow<L, R>> {
  private static final long serialVersionUID = 1L;

  private final Coder<L> left;
  private final Coder<R> right;

  private SidedRowCoder(Coder<L> left, Coder<R> right) {
    this.left = left;
    this.right = right;
  }

  /** Encodes each side's rows with its coder. */
  public static <L, R> SidedRowCoder<L, R> of(Coder<L> left, Coder<R> right) {
    return new SidedRowCoder<>(left, right);
  }

  /** The coder of left rows. */
  public Coder<L> left() {
    return left;
  }

  /** The coder of right rows. */
  public Coder<R> right() {
    return right;
  }

  @Override
  @SuppressWarnings("NullAway") // The side's own row is there unless the user's rows are null.
  public void encode(SidedRow<L, R> row, OutputStream out) throws IOException {
    out.write(row.side().code());
    if (row.side() == JoinSide.LEFT) {
      left.encode(row.left(), out);
    } else {
      right.encode(row.right(), out);
    }
  }

  @Override
  public SidedRow<L, R> decode(InputStream in) throws IOException {
    return in.read() == JoinSide.LEFT.code()
        ? SidedRow.left(left.decode(in))
        : SidedRow.right(right.decode(in));
  }

  @Override
  public List<? extends Coder<?>> getCoderArguments() {
    return List.of(left, right);
  }

  @Override
  public void verifyDeterministic() throws NonDeterministicException {
    verifyDeterministic(this, "its parts must be", left, right);
  }
}
