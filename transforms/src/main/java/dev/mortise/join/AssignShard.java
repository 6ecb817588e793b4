package dev.mortise.join;

import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.DoFn;
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
  private final RowSharder<K> sharder;
  private final Coder<V> rowCoder;
  private final boolean emitsNullKeys;
  private final TupleTag<KV<Integer, ShardedRow>> sharded;
  private final TupleTag<UnmatchedRow<K, V>> nullKeys;

  AssignShard(
      JoinSide side,
      RowSharder<K> sharder,
      Coder<V> rowCoder,
      boolean emitsNullKeys,
      TupleTag<KV<Integer, ShardedRow>> sharded,
      TupleTag<UnmatchedRow<K, V>> nullKeys) {
    this.side = side;
    this.sharder = sharder;
    this.rowCoder = rowCoder;
    this.emitsNullKeys = emitsNullKeys;
    this.sharded = sharded;
    this.nullKeys = nullKeys;
  }

  @ProcessElement
  public void processElement(
      @Element KV<K, V> element, @Timestamp Instant time, MultiOutputReceiver out)
      throws Exception {
    V row = element.getValue();
    KV<Integer, ShardedRow> inShard = sharder.shard(side, element.getKey(), row, rowCoder, time);
    if (inShard != null) {
      out.get(sharded).output(inShard);
    } else if (emitsNullKeys) {
      out.get(nullKeys).output(new UnmatchedRow<>(null, row, time, UnmatchedReason.NULL_KEY));
    }
  }

  @FinishBundle
  public void finishBundle() {
    sharder.flush();
  }
}
