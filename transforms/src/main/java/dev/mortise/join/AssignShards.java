package dev.mortise.join;

import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Duration;
import org.joda.time.Instant;

/** Does for both sides, in the order in which their rows come, what {@link AssignShard} does. */
final class AssignShards<K, L, R> extends DoFn<KV<K, SidedRow<L, R>>, KV<Integer, RowBatch>> {
  private static final long serialVersionUID = 1L;

  private final RowSharder<K> sharder;
  private final SidedRowCoder<L, R> rowCoder;
  private final JoinType type;
  private final TupleTag<KV<Integer, RowBatch>> sharded;
  private final TupleTag<UnmatchedRow<K, L>> leftNullKeys;
  private final TupleTag<UnmatchedRow<K, R>> rightNullKeys;

  AssignShards(
      RowSharder<K> sharder,
      SidedRowCoder<L, R> rowCoder,
      JoinType type,
      TupleTag<KV<Integer, RowBatch>> sharded,
      TupleTag<UnmatchedRow<K, L>> leftNullKeys,
      TupleTag<UnmatchedRow<K, R>> rightNullKeys) {
    this.sharder = sharder;
    this.rowCoder = rowCoder;
    this.type = type;
    this.sharded = sharded;
    this.leftNullKeys = leftNullKeys;
    this.rightNullKeys = rightNullKeys;
  }

  @StartBundle
  public void startBundle() {
    sharder.begin();
  }

  @ProcessElement
  @SuppressWarnings("NullAway") // The side's own row is there unless the user's rows are null.
  public void processElement(
      @Element KV<K, SidedRow<L, R>> element, @Timestamp Instant time, MultiOutputReceiver out)
      throws Exception {
    SidedRow<L, R> row = element.getValue();
    K key = element.getKey();
    JoinSide side = row.side();
    ShardBatches.Output batches =
        (batch, earliest) -> out.get(sharded).outputWithTimestamp(batch, earliest);
    boolean hasShard =
        side == JoinSide.LEFT
            ? sharder.shard(side, key, row.left(), rowCoder.left(), time, batches)
            : sharder.shard(side, key, row.right(), rowCoder.right(), time, batches);
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

  @FinishBundle
  public void finishBundle(FinishBundleContext context) {
    sharder.flush(
        (batch, earliest) -> context.output(sharded, batch, earliest, GlobalWindow.INSTANCE));
  }

  /** A batch has the time of its earliest row, which need not be the one that fills it. */
  @Override
  @SuppressWarnings("deprecation") // Nothing else lets a batch be emitted with that time.
  public Duration getAllowedTimestampSkew() {
    return Duration.millis(Long.MAX_VALUE);
  }
}
