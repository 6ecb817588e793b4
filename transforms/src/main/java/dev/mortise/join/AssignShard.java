package dev.mortise.join;

import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Duration;
import org.joda.time.Instant;

/**
 * Encodes a side's rows and sends them to the shards of their keys, those of a bundle together.
 * Rows without a key equal nothing and need no shard: they leave here.
 */
final class AssignShard<K, V> extends DoFn<KV<K, V>, KV<Integer, RowBatch>> {
  private static final long serialVersionUID = 1L;

  private final JoinSide side;
  private final RowSharder<K> sharder;
  private final Coder<V> rowCoder;
  private final boolean emitsNullKeys;
  private final TupleTag<KV<Integer, RowBatch>> sharded;
  private final TupleTag<UnmatchedRow<K, V>> nullKeys;

  AssignShard(
      JoinSide side,
      RowSharder<K> sharder,
      Coder<V> rowCoder,
      boolean emitsNullKeys,
      TupleTag<KV<Integer, RowBatch>> sharded,
      TupleTag<UnmatchedRow<K, V>> nullKeys) {
    this.side = side;
    this.sharder = sharder;
    this.rowCoder = rowCoder;
    this.emitsNullKeys = emitsNullKeys;
    this.sharded = sharded;
    this.nullKeys = nullKeys;
  }

  @StartBundle
  public void startBundle() {
    sharder.begin();
  }

  @ProcessElement
  public void processElement(
      @Element KV<K, V> element, @Timestamp Instant time, MultiOutputReceiver out)
      throws Exception {
    V row = element.getValue();
    boolean hasShard =
        sharder.shard(
            side,
            element.getKey(),
            row,
            rowCoder,
            time,
            (batch, earliest) -> out.get(sharded).outputWithTimestamp(batch, earliest));
    if (!hasShard && emitsNullKeys) {
      out.get(nullKeys).output(new UnmatchedRow<>(null, row, time, UnmatchedReason.NULL_KEY));
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
