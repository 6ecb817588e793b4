package dev.mortise.join;

import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;

/**
 * Encodes a side's rows and sends each to the shard of its key. Rows without a key equal nothing
 * and need no shard: they leave here.
 */
final class AssignShard<K, V> extends DoFn<KV<K, V>, KV<Integer, ShardedRow>> {
  private static final long serialVersionUID = 1L;

  private final JoinSide side;
  private final int shards;
  private final Coder<K> keyCoder;
  private final Coder<V> rowCoder;
  private final boolean emitsNullKeys;
  private final TupleTag<KV<Integer, ShardedRow>> sharded;
  private final TupleTag<UnmatchedRow<K, V>> nullKeys;
  private final JoinMetrics metrics = new JoinMetrics();

  private transient long rowsIn;
  private transient long nullKeyRows;

  AssignShard(
      JoinSide side,
      int shards,
      Coder<K> keyCoder,
      Coder<V> rowCoder,
      boolean emitsNullKeys,
      TupleTag<KV<Integer, ShardedRow>> sharded,
      TupleTag<UnmatchedRow<K, V>> nullKeys) {
    this.side = side;
    this.shards = shards;
    this.keyCoder = keyCoder;
    this.rowCoder = rowCoder;
    this.emitsNullKeys = emitsNullKeys;
    this.sharded = sharded;
    this.nullKeys = nullKeys;
  }

  @ProcessElement
  public void processElement(
      @Element KV<K, V> element, @Timestamp Instant time, MultiOutputReceiver out)
      throws Exception {
    if (time.isAfter(GlobalWindow.INSTANCE.maxTimestamp())) {
      throw new IllegalArgumentException(
          String.format(
              "IntervalJoin: an event time must not be after %s, the end of Beam's global window, but"
                  + " that of a %s row is %s.",
              GlobalWindow.INSTANCE.maxTimestamp(), side, time));
    }
    rowsIn++;
    K key = element.getKey();
    if (key == null) {
      nullKeyRows++;
      if (emitsNullKeys) {
        out.get(nullKeys)
            .output(new UnmatchedRow<>(null, element.getValue(), time, UnmatchedReason.NULL_KEY));
      }
      return;
    }
    byte[] keyBytes = CoderUtils.encodeToByteArray(keyCoder, key);
    int shard = KeyHash.shard(KeyHash.of(keyBytes, 0, keyBytes.length), shards);
    byte[] rowBytes = CoderUtils.encodeToByteArray(rowCoder, element.getValue());
    out.get(sharded).output(KV.of(shard, new ShardedRow(side, RowBody.of(keyBytes, rowBytes))));
  }

  @FinishBundle
  public void finishBundle() {
    metrics.add(side, JoinMetrics.ROWS_IN, rowsIn);
    metrics.add(side, JoinMetrics.NULL_KEY_ROWS, nullKeyRows);
    rowsIn = 0;
    nullKeyRows = 0;
  }
}
