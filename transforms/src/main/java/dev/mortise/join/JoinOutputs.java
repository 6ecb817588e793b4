package dev.mortise.join;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.DoFn.MultiOutputReceiver;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** Decodes rows as they become output, and sends each to the output it belongs to. */
final class JoinOutputs<K, L, R> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final JoinType type;
  private final Coder<K> keyCoder;
  private final Coder<L> leftCoder;
  private final Coder<R> rightCoder;

  // Literal ids: they are part of the names by which runners know outputs.
  final TupleTag<JoinedPair<K, L, R>> matched = new TupleTag<>("matched");
  final TupleTag<UnmatchedRow<K, L>> unmatchedLeft = new TupleTag<>("unmatchedLeft");
  final TupleTag<UnmatchedRow<K, R>> unmatchedRight = new TupleTag<>("unmatchedRight");
  final TupleTag<LateRow<K, L, R>> late = new TupleTag<>("late");

  JoinOutputs(JoinType type, Coder<K> keyCoder, Coder<L> leftCoder, Coder<R> rightCoder) {
    this.type = type;
    this.keyCoder = keyCoder;
    this.leftCoder = leftCoder;
    this.rightCoder = rightCoder;
  }

  /** Sends the output of one batch, or of one timer, to {@code out}. */
  JoinEngine.Output receiving(MultiOutputReceiver out) {
    return new Receiver(out);
  }

  private final class Receiver implements JoinEngine.Output {
    private final MultiOutputReceiver out;

    // The row that arrived, decoded with its first pair, and where it begins.
    private int ownStart = -1;
    private @Nullable K ownKey;
    private @Nullable Object ownRow;

    Receiver(MultiOutputReceiver out) {
      this.out = out;
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // ownKey and ownRow are set just above.
    public void pair(Arrival arrival, long partnerTime, byte[] bytes, int start, int end) {
      boolean fromLeft = arrival.side() == JoinSide.LEFT;
      if (ownStart != arrival.start()) {
        ownStart = arrival.start();
        ownKey = key(arrival.bytes(), ownStart);
        Coder<?> coder = fromLeft ? leftCoder : rightCoder;
        ownRow = row(coder, arrival.bytes(), ownStart, arrival.end());
      }
      L left = fromLeft ? (L) ownRow : row(leftCoder, bytes, start, end);
      R right = fromLeft ? row(rightCoder, bytes, start, end) : (R) ownRow;
      Instant own = Instant.ofEpochMilli(arrival.time());
      Instant other = Instant.ofEpochMilli(partnerTime);
      out.get(matched)
          .outputWithTimestamp(
              new JoinedPair<>(ownKey, left, right, fromLeft ? own : other, fromLeft ? other : own),
              own.isAfter(other) ? own : other);
    }

    @Override
    public void late(Arrival arrival, long watermark) {
      boolean fromLeft = arrival.side() == JoinSide.LEFT;
      Instant eventTime = Instant.ofEpochMilli(arrival.time());
      byte[] bytes = arrival.bytes();
      int start = arrival.start();
      int end = arrival.end();
      out.get(late)
          .outputWithTimestamp(
              new LateRow<K, L, R>(
                  arrival.side(),
                  key(bytes, start),
                  fromLeft ? row(leftCoder, bytes, start, end) : null,
                  fromLeft ? null : row(rightCoder, bytes, start, end),
                  eventTime,
                  Instant.ofEpochMilli(watermark)),
              eventTime);
    }

    @Override
    public boolean emitsUnmatched(JoinSide side) {
      return type.emitsUnmatched(side);
    }

    @Override
    public void unmatched(JoinSide side, long time, byte[] bytes, int start, int end) {
      Instant eventTime = Instant.ofEpochMilli(time);
      if (side == JoinSide.LEFT) {
        out.get(unmatchedLeft)
            .outputWithTimestamp(unmatched(leftCoder, eventTime, bytes, start, end), eventTime);
      } else {
        out.get(unmatchedRight)
            .outputWithTimestamp(unmatched(rightCoder, eventTime, bytes, start, end), eventTime);
      }
    }

    private <V> UnmatchedRow<K, V> unmatched(
        Coder<V> coder, Instant eventTime, byte[] bytes, int start, int end) {
      return new UnmatchedRow<>(
          key(bytes, start), row(coder, bytes, start, end), eventTime, UnmatchedReason.NO_MATCH);
    }
  }

  private K key(byte[] bytes, int start) {
    int from = RowBody.keyStart(bytes, start);
    return decode(keyCoder, bytes, from, RowBody.keyEnd(bytes, start) - from);
  }

  private static <V> V row(Coder<V> coder, byte[] bytes, int start, int end) {
    int from = RowBody.keyEnd(bytes, start);
    return decode(coder, bytes, from, end - from);
  }

  @SuppressWarnings("deprecation") // The outer context is how the row was encoded.
  private static <T> T decode(Coder<T> coder, byte[] bytes, int from, int length) {
    try {
      return coder.decode(new ByteArrayInputStream(bytes, from, length), Coder.Context.OUTER);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "IntervalJoin state: a row can't be read back by " + coder + ".", e);
    }
  }
}
