package dev.mortise.pipeline.window;

import dev.mortise.join.JoinSide;
import dev.mortise.join.UnmatchedReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.BigEndianLongCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.coders.InstantCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.StructuredCoder;
import org.apache.beam.sdk.values.Row;

/**
 * Coder of rows that windows are over: a byte that holds the version, the side and the reason, then
 * key, event time, a pair's gap, left and right row. Where a runner keeps the rows of open windows,
 * they are state, hence the version.
 */
final class WindowRowCoder extends StructuredCoder<WindowRow> {
  private static final long serialVersionUID = 1L;

  private static final InstantCoder TIME = InstantCoder.of();
  private static final BigEndianLongCoder GAP = BigEndianLongCoder.of();
  private static final int VERSION_1 = 0x10;
  private static final int SIDE = 0x03;
  private static final int NO_MATCH = 0x04;
  private static final int NULL_KEY = 0x08;

  private final Coder<Row> key;
  private final Coder<Row> left;
  private final Coder<Row> right;

  private final NullableCoder<Row> nullableKey;
  private final NullableCoder<Row> nullableLeft;
  private final NullableCoder<Row> nullableRight;

  WindowRowCoder(Coder<Row> key, Coder<Row> left, Coder<Row> right) {
    this.key = key;
    this.left = left;
    this.right = right;
    this.nullableKey = NullableCoder.of(key);
    this.nullableLeft = NullableCoder.of(left);
    this.nullableRight = NullableCoder.of(right);
  }

  @Override
  @SuppressWarnings("NullAway") // Nullable values have coders for them.
  public void encode(WindowRow value, OutputStream out) throws IOException {
    JoinSide side = value.side();
    UnmatchedReason reason = value.reason();
    out.write(
        VERSION_1
            | (side == null ? 0 : side == JoinSide.LEFT ? 1 : 2)
            | (reason == null ? 0 : reason == UnmatchedReason.NO_MATCH ? NO_MATCH : NULL_KEY));
    nullableKey.encode(value.key(), out);
    TIME.encode(value.eventTime(), out);
    if (side == null) {
      GAP.encode(value.gapMillis(), out);
    }
    nullableLeft.encode(value.left(), out);
    nullableRight.encode(value.right(), out);
  }

  @Override
  public WindowRow decode(InputStream in) throws IOException {
    int head = in.read();
    if ((head & 0xF0) != VERSION_1) {
      throw new CoderException(
          "WindowRow: must be of version 1, but begins with "
              + head
              + ". It was written by another release of Mortise; resume with that release.");
    }
    JoinSide side =
        switch (head & SIDE) {
          case 1 -> JoinSide.LEFT;
          case 2 -> JoinSide.RIGHT;
          default -> null;
        };
    UnmatchedReason reason =
        (head & NO_MATCH) != 0
            ? UnmatchedReason.NO_MATCH
            : (head & NULL_KEY) != 0 ? UnmatchedReason.NULL_KEY : null;
    return new WindowRow(
        side,
        reason,
        nullableKey.decode(in),
        TIME.decode(in),
        side == null ? GAP.decode(in) : null,
        nullableLeft.decode(in),
        nullableRight.decode(in));
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
