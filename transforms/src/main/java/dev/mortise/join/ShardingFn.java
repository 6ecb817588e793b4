package dev.mortise.join;

import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Duration;

/**
 * A step that sends rows to the shards of their keys, those of a bundle together.
 *
 * @param <T> what comes in
 * @param <K> key
 */
abstract class ShardingFn<T, K> extends DoFn<T, KV<Integer, RowBatch>> {
  private static final long serialVersionUID = 1L;

  private final RowSharder<K> sharder;
  private final TupleTag<KV<Integer, RowBatch>> sharded;

  ShardingFn(RowSharder<K> sharder, TupleTag<KV<Integer, RowBatch>> sharded) {
    this.sharder = sharder;
    this.sharded = sharded;
  }

  RowSharder<K> sharder() {
    return sharder;
  }

  /** Where batches go that leave before their bundle ends. */
  ShardBatches.Output batches(MultiOutputReceiver out) {
    return (batch, earliest) -> out.get(sharded).outputWithTimestamp(batch, earliest);
  }

  @StartBundle
  public void startBundle() {
    sharder.begin();
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
