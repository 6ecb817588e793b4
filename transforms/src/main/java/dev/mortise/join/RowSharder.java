package dev.mortise.join;

import java.io.Serializable;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.util.CoderUtils;
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
    byte[] keyBytes = CoderUtils.encodeToByteArray(keyCoder, key);
    int shard = KeyHash.shard(KeyHash.of(keyBytes, 0, keyBytes.length), shards);
    byte[] rowBytes = CoderUtils.encodeToByteArray(rowCoder, row);
    return KV.of(shard, new ShardedRow(side, RowBody.of(keyBytes, rowBytes)));
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
