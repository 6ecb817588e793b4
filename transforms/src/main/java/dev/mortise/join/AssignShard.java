package dev.mortise.join;

import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;

/**
 * Encodes a side's rows and sends them to the shards of their keys, those of a bundle together.
 * Rows without a key equal nothing and need no shard: they leave here.
 */
final class AssignShard<K, V> extends ShardingFn<KV<K, V>, K> {
  private static final long serialVersionUID = 1L;

  private final JoinSide side;
  private final Coder<V> rowCoder;
  private final boolean emitsNullKeys;
  private final TupleTag<UnmatchedRow<K, V>> nullKeys;

  AssignShard(
      JoinSide side,
      RowSharder<K> sharder,
      Coder<V> rowCoder,
      boolean emitsNullKeys,
      TupleTag<KV<Integer, RowBatch>> sharded,
      TupleTag<UnmatchedRow<K, V>> nullKeys) {
    super(sharder, sharded);
    this.side = side;
    this.rowCoder = rowCoder;
    this.emitsNullKeys = emitsNullKeys;
    this.nullKeys = nullKeys;
  }

  @ProcessElement
  public void processElement(
      @Element KV<K, V> element, @Timestamp Instant time, MultiOutputReceiver out)
      throws Exception {
    V row = element.getValue();
    boolean hasShard = sharder().shard(side, element.getKey(), row, rowCoder, time, batches(out));
    if (!hasShard && emitsNullKeys) {
      out.get(nullKeys).output(new UnmatchedRow<>(null, row, time, UnmatchedReason.NULL_KEY));
    }
  }
}
