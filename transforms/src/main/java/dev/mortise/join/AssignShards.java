package dev.mortise.join;

import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;

/** Does for both sides, in the order in which their rows come, what {@link AssignShard} does. */
final class AssignShards<K, L, R> extends ShardingFn<KV<K, SidedRow<L, R>>, K> {
  private static final long serialVersionUID = 1L;

  private final SidedRowCoder<L, R> rowCoder;
  private final JoinType type;
  private final TupleTag<UnmatchedRow<K, L>> leftNullKeys;
  private final TupleTag<UnmatchedRow<K, R>> rightNullKeys;

  AssignShards(
      RowSharder<K> sharder,
      SidedRowCoder<L, R> rowCoder,
      JoinType type,
      TupleTag<KV<Integer, RowBatch>> sharded,
      TupleTag<UnmatchedRow<K, L>> leftNullKeys,
      TupleTag<UnmatchedRow<K, R>> rightNullKeys) {
    super(sharder, sharded);
    this.rowCoder = rowCoder;
    this.type = type;
    this.leftNullKeys = leftNullKeys;
    this.rightNullKeys = rightNullKeys;
  }

  @ProcessElement
  @SuppressWarnings("NullAway") // The side's own row is there unless the user's rows are null.
  public void processElement(
      @Element KV<K, SidedRow<L, R>> element, @Timestamp Instant time, MultiOutputReceiver out)
      throws Exception {
    SidedRow<L, R> row = element.getValue();
    K key = element.getKey();
    JoinSide side = row.side();
    ShardBatches.Output batches = batches(out);
    boolean hasShard =
        side == JoinSide.LEFT
            ? sharder().shard(side, key, row.left(), rowCoder.left(), time, batches)
            : sharder().shard(side, key, row.right(), rowCoder.right(), time, batches);
    if (!hasShard && type.emitsUnmatched(side)) {
      if (side == JoinSide.LEFT) {
        out.get(leftNullKeys)
            .output(new UnmatchedRow<>(null, row.left(), time, UnmatchedReason.NULL_KEY));
      } else {
        out.get(rightNullKeys)
            .output(new UnmatchedRow<>(null, row.right(), time, UnmatchedReason.NULL_KEY));
      }
    }
  }
}
