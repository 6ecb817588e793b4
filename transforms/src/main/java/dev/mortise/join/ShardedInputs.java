package dev.mortise.join;

import java.util.Objects;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.Coder.NonDeterministicException;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollection.IsBounded;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.WindowingStrategy;
import org.joda.time.Duration;

/**
 * The inputs of a join in shards, and the rows that belong to none.
 *
 * @param rows rows of both sides, by shard
 * @param leftNullKeys left rows without a key, if the type of join emits them
 * @param rightNullKeys right rows without a key, if the type of join emits them
 * @param bounded whether both inputs are
 */
record ShardedInputs<K, L, R>(
    PCollection<KV<Integer, RowBatch>> rows,
    PCollection<UnmatchedRow<K, L>> leftNullKeys,
    PCollection<UnmatchedRow<K, R>> rightNullKeys,
    Coder<K> keyCoder,
    Coder<L> leftCoder,
    Coder<R> rightCoder,
    boolean bounded) {

  private static final KvCoder<Integer, RowBatch> SHARDED =
      KvCoder.of(VarIntCoder.of(), new RowBatch.BatchCoder());

  /**
   * Adds the steps that put {@code streams} into shards.
   *
   * @throws IllegalArgumentException if coders or windows are none that can be joined
   */
  static <K, L, R> ShardedInputs<K, L, R> of(
      KeyedStreams<K, L, R> streams, JoinType type, int shards) {
    PCollection<KV<K, SidedRow<L, R>>> both = streams.both();
    return both == null ? ofTwo(streams, type, shards) : ofOne(both, type, shards);
  }

  private static <K, L, R> ShardedInputs<K, L, R> ofTwo(
      KeyedStreams<K, L, R> streams, JoinType type, int shards) {
    PCollection<KV<K, L>> leftRows = Objects.requireNonNull(streams.left());
    PCollection<KV<K, R>> rightRows = Objects.requireNonNull(streams.right());
    KvCoder<K, L> leftCoder = kvCoder("left input", leftRows);
    KvCoder<K, R> rightCoder = kvCoder("right input", rightRows);
    Coder<K> keyCoder = leftCoder.getKeyCoder();
    if (!keyCoder.equals(rightCoder.getKeyCoder())) {
      throw new IllegalArgumentException(
          String.format(
              "IntervalJoin: both inputs must have one key coder, but left = %s and right = %s."
                  + " Equal keys must have equal bytes.",
              keyCoder, rightCoder.getKeyCoder()));
    }
    checkDeterministic(keyCoder);
    Assigned<K, L> left =
        assign(
            JoinSide.LEFT,
            inGlobalWindow("left input", "RewindowLeft", leftRows),
            "AssignShardLeft",
            type,
            shards,
            leftCoder);
    Assigned<K, R> right =
        assign(
            JoinSide.RIGHT,
            inGlobalWindow("right input", "RewindowRight", rightRows),
            "AssignShardRight",
            type,
            shards,
            rightCoder);
    return new ShardedInputs<>(
        PCollectionList.of(left.rows())
            .and(right.rows())
            .apply("UniteSides", Flatten.pCollections()),
        left.nullKeys(),
        right.nullKeys(),
        keyCoder,
        leftCoder.getValueCoder(),
        rightCoder.getValueCoder(),
        isBounded(leftRows) && isBounded(rightRows));
  }

  private record Assigned<K, V>(
      PCollection<KV<Integer, RowBatch>> rows, PCollection<UnmatchedRow<K, V>> nullKeys) {}

  private static <K, V> Assigned<K, V> assign(
      JoinSide side,
      PCollection<KV<K, V>> input,
      String step,
      JoinType type,
      int shards,
      KvCoder<K, V> coder) {
    TupleTag<KV<Integer, RowBatch>> sharded = new TupleTag<>("sharded");
    TupleTag<UnmatchedRow<K, V>> nullKeys = new TupleTag<>("nullKeys");
    RowSharder<K> sharder = new RowSharder<>(shards, coder.getKeyCoder());
    PCollectionTuple assigned =
        input.apply(
            step,
            ParDo.of(
                    new AssignShard<>(
                        side,
                        sharder,
                        coder.getValueCoder(),
                        type.emitsUnmatched(side),
                        sharded,
                        nullKeys))
                .withOutputTags(sharded, TupleTagList.of(nullKeys)));
    return new Assigned<>(
        assigned.get(sharded).setCoder(SHARDED),
        assigned
            .get(nullKeys)
            .setCoder(new UnmatchedRowCoder<>(coder.getKeyCoder(), coder.getValueCoder())));
  }

  private static <K, L, R> ShardedInputs<K, L, R> ofOne(
      PCollection<KV<K, SidedRow<L, R>>> both, JoinType type, int shards) {
    KvCoder<K, SidedRow<L, R>> coder = kvCoder("input", both);
    if (!(coder.getValueCoder() instanceof SidedRowCoder<L, R> rowCoder)) {
      throw new IllegalArgumentException(
          "IntervalJoin: the value coder of interleaved inputs must be a SidedRowCoder, but is "
              + coder.getValueCoder()
              + ". Set one with setCoder(KvCoder.of(keyCoder, SidedRowCoder.of(left, right))).");
    }
    Coder<K> keyCoder = coder.getKeyCoder();
    checkDeterministic(keyCoder);
    TupleTag<KV<Integer, RowBatch>> sharded = new TupleTag<>("sharded");
    TupleTag<UnmatchedRow<K, L>> leftNullKeys = new TupleTag<>("leftNullKeys");
    TupleTag<UnmatchedRow<K, R>> rightNullKeys = new TupleTag<>("rightNullKeys");
    PCollectionTuple assigned =
        inGlobalWindow("input", "RewindowBoth", both)
            .apply(
                "AssignShards",
                ParDo.of(
                        new AssignShards<>(
                            new RowSharder<>(shards, keyCoder),
                            rowCoder,
                            type,
                            sharded,
                            leftNullKeys,
                            rightNullKeys))
                    .withOutputTags(sharded, TupleTagList.of(leftNullKeys).and(rightNullKeys)));
    return new ShardedInputs<>(
        assigned.get(sharded).setCoder(SHARDED),
        assigned.get(leftNullKeys).setCoder(new UnmatchedRowCoder<>(keyCoder, rowCoder.left())),
        assigned.get(rightNullKeys).setCoder(new UnmatchedRowCoder<>(keyCoder, rowCoder.right())),
        keyCoder,
        rowCoder.left(),
        rowCoder.right(),
        isBounded(both));
  }

  private static boolean isBounded(PCollection<?> input) {
    return input.isBounded() == IsBounded.BOUNDED;
  }

  private static <K, V> KvCoder<K, V> kvCoder(String what, PCollection<KV<K, V>> input) {
    if (input.getCoder() instanceof KvCoder<K, V> coder) {
      return coder;
    }
    throw new IllegalArgumentException(
        String.format(
            "IntervalJoin: the coder of the %s must be a KvCoder, but is %s. Set one with"
                + " setCoder(KvCoder.of(keyCoder, rowCoder)).",
            what, input.getCoder()));
  }

  private static void checkDeterministic(Coder<?> keyCoder) {
    try {
      keyCoder.verifyDeterministic();
    } catch (NonDeterministicException e) {
      throw new IllegalArgumentException(
          "IntervalJoin: the key coder must be deterministic, but is "
              + keyCoder
              + ". Equal keys must have equal bytes.",
          e);
    }
  }

  private static <T> PCollection<T> inGlobalWindow(String what, String step, PCollection<T> input) {
    WindowingStrategy<?, ?> strategy = input.getWindowingStrategy();
    if (!strategy.getWindowFn().assignsToOneWindow()) {
      throw new IllegalArgumentException(
          String.format(
              "IntervalJoin: a row of the %s must be in one window, but its windows are %s,"
                  + " which would join it once for each. Join before windowing.",
              what, strategy.getWindowFn()));
    }
    // The same collection where there is nothing to change: a step less.
    return strategy.equals(WindowingStrategy.globalDefault())
        ? input
        : input.apply(
            step,
            Window.<T>into(new GlobalWindows())
                .triggering(DefaultTrigger.of())
                .withAllowedLateness(Duration.ZERO)
                .discardingFiredPanes());
  }
}
