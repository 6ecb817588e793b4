package dev.mortise.join;

import java.io.IOException;
import java.io.Serializable;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** Encodes rows, gathers them by the shards of their keys, and counts what came in. */
final class RowSharder<K> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int shards;
  private final Coder<K> keyCoder;
  private final JoinMetrics metrics = new JoinMetrics();
  private final long[] rowsIn = new long[2];
  private final long[] nullKeyRows = new long[2];
  private transient @Nullable BodyBuffer body;
  private transient @Nullable ShardBatches batches;

  RowSharder(int shards, Coder<K> keyCoder) {
    this.shards = shards;
    this.keyCoder = keyCoder;
  }

  /** Begins with a bundle. */
  void begin() {
    batches().clear();
  }

  /**
   * Puts a row into the batch of its shard, and says whether it has one: a row without a key
   * belongs to none.
   *
   * @throws IllegalArgumentException if the row lies behind the end of Beam's global window
   */
  <V> boolean shard(
      JoinSide side,
      @Nullable K key,
      V row,
      Coder<V> rowCoder,
      Instant time,
      ShardBatches.Output out)
      throws IOException {
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
      return false;
    }
    BodyBuffer body = this.body;
    if (body == null) {
      body = new BodyBuffer();
      this.body = body;
    }
    long hash = body.putKey(keyCoder, key);
    body.putRow(rowCoder, row);
    batches().add(KeyHash.shard(hash, shards), side, time.getMillis(), body, out);
    return true;
  }

  private ShardBatches batches() {
    ShardBatches all = batches;
    if (all == null) {
      all = new ShardBatches(shards);
      batches = all;
    }
    return all;
  }

  /** Hands over the batches that are left, and what was counted since the last call. */
  void flush(ShardBatches.Output out) {
    batches().flush(out);
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
