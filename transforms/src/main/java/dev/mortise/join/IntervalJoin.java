package dev.mortise.join;

import java.util.Objects;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTagList;

/**
 * Joins two keyed streams by event time: every left row with every right row of an equal key whose
 * time lies within a bound of its own, each pair exactly once.
 *
 * <p>With {@code tl} and {@code tr} the rows' element timestamps in milliseconds, a pair is emitted
 * when
 *
 * <pre>{@code
 * lower <= tr - tl <= upper
 * }</pre>
 *
 * <p>For example, {@code between(0, 30 minutes)} on one key:
 *
 * <pre>{@code
 * left    10:02 A              10:05 B
 * right           10:04 p               10:33 q          10:40 r
 *
 * pairs       (A, p): 2 minutes apart;  (B, q): 28 minutes apart
 *             (A, q) is 31 minutes apart, (B, p) is -1: no pairs
 * unmatched   r, once the watermark is past 10:40
 * }</pre>
 *
 * <h2>Outputs</h2>
 *
 * <ul>
 *   <li><b>matched</b>: a pair, as soon as the later of its rows arrives, with {@code max(tl, tr)}
 *       as its timestamp.
 *   <li><b>unmatchedLeft, unmatchedRight</b>: a row that expired without ever matching, with its
 *       own event time as its timestamp. The output watermark waits for rows that may yet come out
 *       here, so a window downstream counts them on time. Rows with a null key come out here at
 *       once. Only the sides that the {@link JoinType} names are emitted, and only they hold the
 *       watermark; all are counted.
 *   <li><b>late</b>: a row that arrived when the watermark was past its own expiry and that found
 *       no partner; with {@link LateRows#DIVERT}, any row behind the watermark. Where both inputs
 *       are bounded, no row is late.
 * </ul>
 *
 * <p>All outputs are in the global window with the default trigger.
 *
 * <h2>State</h2>
 *
 * <p>A left row is kept until the watermark is past {@code tl + upper + allowedLateness}, a right
 * row until it is past {@code tr - lower + allowedLateness}; then its state is gone. Keys are
 * spread over a fixed number of shards by a hash, and each shard keeps its rows ordered by key,
 * side and time, so that a row costs what it matches, not what its key has buffered. Two timers a
 * shard.
 *
 * <h2>Windows</h2>
 *
 * <p>Rows are joined by time across windows: inputs are put into the global window first, and their
 * own windows, triggers and allowed lateness play no part in the join. An input whose window
 * function can put a row into several windows (such as sliding ones) is refused: the row would be
 * joined once for each of them. An input that comes out of an accumulating trigger repeats rows
 * with each pane, and each repetition is a row of its own.
 *
 * <h2>Example</h2>
 *
 * <pre>{@code
 * IntervalJoinResult<String, Click, Purchase> joined =
 *     KeyedStreams.of(clicks, purchases)
 *         .apply(
 *             "JoinClicksToPurchases",
 *             IntervalJoin.leftOuter(
 *                 JoinInterval.between(Duration.ZERO, Duration.standardMinutes(30))));
 * }</pre>
 *
 * <h2>Traps</h2>
 *
 * <ul>
 *   <li>The watermark is the least of both inputs'. While one of them stands still, rows of both
 *       wait, and so does their state.
 *   <li>Keys are compared by their encoded bytes, so the key coder must be deterministic. Both
 *       inputs must have the same one.
 *   <li>With a bound that lies wholly in the past of a side ({@code upper < 0} for the left, {@code
 *       lower > 0} for the right), that side's rows expire before their own time: one that arrives
 *       when its partners' times have passed and finds none goes to the late output.
 *   <li>Step name, number of shards and coders are part of the state. Change one, and a savepoint
 *       no longer fits; bound, lateness and type may change.
 *   <li>Late rows are told by the watermark that a timer counts from. Portable runners show the
 *       row's own time there, so on them no row is ever late.
 * </ul>
 *
 * @param <K> key, with a deterministic coder; null keys match nothing
 * @param <L> left row
 * @param <R> right row
 */
public final class IntervalJoin<K, L, R>
    extends PTransform<KeyedStreams<K, L, R>, IntervalJoinResult<K, L, R>> {
  private static final long serialVersionUID = 1L;

  /** Shards of a join that names no other number. */
  public static final int DEFAULT_SHARDS = 256;

  /** The most shards that a join can have. */
  public static final int MAX_SHARDS = 65_536;

  private final JoinType type;
  private final JoinInterval interval;
  private final int shards;

  private IntervalJoin(JoinType type, JoinInterval interval, int shards) {
    this.type = Objects.requireNonNull(type, "type");
    this.interval = Objects.requireNonNull(interval, "interval");
    this.shards = shards;
  }

  /** Emits pairs. */
  public static <K, L, R> IntervalJoin<K, L, R> inner(JoinInterval interval) {
    return of(JoinType.INNER, interval);
  }

  /** Emits pairs, and left rows that never matched. */
  public static <K, L, R> IntervalJoin<K, L, R> leftOuter(JoinInterval interval) {
    return of(JoinType.LEFT, interval);
  }

  /** Emits pairs, and right rows that never matched. */
  public static <K, L, R> IntervalJoin<K, L, R> rightOuter(JoinInterval interval) {
    return of(JoinType.RIGHT, interval);
  }

  /** Emits pairs, and rows of both sides that never matched. */
  public static <K, L, R> IntervalJoin<K, L, R> fullOuter(JoinInterval interval) {
    return of(JoinType.FULL, interval);
  }

  /** The join of a type that is known only at run time. */
  public static <K, L, R> IntervalJoin<K, L, R> of(JoinType type, JoinInterval interval) {
    return new IntervalJoin<>(type, interval, DEFAULT_SHARDS);
  }

  /**
   * Spreads keys over this many shards, {@link #DEFAULT_SHARDS} otherwise. A shard is joined by one
   * worker at a time: take at least sixteen times the parallelism that the job may ever have. It is
   * part of the state and can't change while a job's state is to be kept.
   *
   * @throws IllegalArgumentException unless between 1 and 65,536
   */
  public IntervalJoin<K, L, R> withShards(int number) {
    if (number < 1 || number > MAX_SHARDS) {
      throw new IllegalArgumentException(
          "IntervalJoin.withShards: must be from 1 to 65,536, but number = " + number);
    }
    return new IntervalJoin<>(type, interval, number);
  }

  @Override
  public IntervalJoinResult<K, L, R> expand(KeyedStreams<K, L, R> streams) {
    ShardedInputs<K, L, R> inputs = ShardedInputs.of(streams, type, shards);
    Coder<K> keyCoder = inputs.keyCoder();
    Coder<L> leftCoder = inputs.leftCoder();
    Coder<R> rightCoder = inputs.rightCoder();
    JoinOutputs<K, L, R> outputs = new JoinOutputs<>(type, keyCoder, leftCoder, rightCoder);
    PCollectionTuple joined =
        inputs
            .rows()
            .apply(
                "JoinShards",
                ParDo.of(new JoinShards<>(type, interval, inputs.bounded(), outputs))
                    .withOutputTags(
                        outputs.matched,
                        TupleTagList.of(outputs.unmatchedLeft)
                            .and(outputs.unmatchedRight)
                            .and(outputs.late)));
    return new IntervalJoinResult<>(
        joined
            .get(outputs.matched)
            .setCoder(new JoinedPairCoder<>(keyCoder, leftCoder, rightCoder)),
        PCollectionList.of(inputs.leftNullKeys())
            .and(
                joined
                    .get(outputs.unmatchedLeft)
                    .setCoder(new UnmatchedRowCoder<>(keyCoder, leftCoder)))
            .apply("UniteUnmatchedLeft", Flatten.pCollections()),
        PCollectionList.of(inputs.rightNullKeys())
            .and(
                joined
                    .get(outputs.unmatchedRight)
                    .setCoder(new UnmatchedRowCoder<>(keyCoder, rightCoder)))
            .apply("UniteUnmatchedRight", Flatten.pCollections()),
        joined.get(outputs.late).setCoder(new LateRowCoder<>(keyCoder, leftCoder, rightCoder)));
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder
        .add(DisplayData.item("type", type.name()).withLabel("Join type"))
        .add(DisplayData.item("lower", interval.lower()).withLabel("Lower bound, event time"))
        .add(DisplayData.item("upper", interval.upper()).withLabel("Upper bound, event time"))
        .add(
            DisplayData.item("allowedLateness", interval.allowedLateness())
                .withLabel("Allowed lateness, event time"))
        .add(DisplayData.item("lateRows", interval.lateRows().name()).withLabel("Late rows"))
        .add(DisplayData.item("shards", shards).withLabel("Shards"));
  }
}
