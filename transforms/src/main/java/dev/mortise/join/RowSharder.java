package dev.mortise.join;

import java.io.Serializable;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** Encodes rows, finds the shards of their keys, and counts what came in. */
final class RowSharder<K> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int shards;
  private final Coder<K> keyCoder;
  private final JoinMetrics metrics = new JoinMetrics();
  private final long[] rowsIn = new long[2];
  private final long[] nullKeyRows = new long[2];
  private transient @Nullable BodyBuffer buffer;

  RowSharder(int shards, Coder<K> keyCoder) {
    this.shards = shards;
    this.keyCoder = keyCoder;
  }

  /**
   * The row in its shard, or null if it has no key and so belongs to none.
   *
   * @throws IllegalArgumentException if the row lies behind the end of Beam's global window
   */
  <V> @Nullable KV<Integer, ShardedRow> shard(
      JoinSide side, @Nullable K key, V row, Coder<V> rowCoder, Instant time) throws Exception {
    if (time.isAfter(GlobalWindow.INSTANCE.maxTimestamp())) {
      throw new IllegalArgumentException(
          String.format(
              "IntervalJoin: an event time must not be after %s, the end of Beam's global window, but"
                  + " that of a %s row is %s.",
              GlobalWindow.INSTANCE.maxTimestamp(), side, time));
    }
    rowsIn[side.code()]++;
    if (key == null) {
      nullKeyRows[side.code()]++;
      return null;
    }
    BodyBuffer buffer = this.buffer;
    if (buffer == null) {
      buffer = new BodyBuffer();
      this.buffer = buffer;
    }
    byte[] body = buffer.body(keyCoder, key, rowCoder, row);
    long hash = KeyHash.of(body, RowBody.keyStart(body, 0), RowBody.keyEnd(body, 0));
    return KV.of(KeyHash.shard(hash, shards), new ShardedRow(side, body));
  }

  /** Hands over what was counted since the last call. */
  void flush() {
    for (JoinSide side : JoinSide.values()) {
      int own = side.code();
      if (rowsIn[own] > 0) {
        metrics.add(side, JoinMetrics.ROWS_IN, rowsIn[own]);
        metrics.add(side, JoinMetrics.NULL_KEY_ROWS, nullKeyRows[own]);
        rowsIn[own] = 0;
        nullKeyRows[own] = 0;
      }
    }
  }
}
