package dev.mortise.join;

import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.state.MapState;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The join of the rows of one shard. Two event-time timers a shard, one for each side, each set for
 * the expiry of the earliest row that its side keeps. A timer's output timestamp is that row's own
 * event time where the side's unmatched rows are emitted, so that the output watermark waits for
 * them; where they are not, it is the timer's own time.
 *
 * <p>State and timer ids are in users' savepoints: never renamed, retyped or used again.
 */
final class JoinShards<K, L, R> extends DoFn<KV<Integer, ShardedRow>, JoinedPair<K, L, R>> {
  private static final long serialVersionUID = 1L;

  private static final String HEAD = "head";
  private static final String NODES = "nodes";
  private static final String EXPIRE_LEFT = "expireLeft";
  private static final String EXPIRE_RIGHT = "expireRight";

  /** Beam sets no timer behind the end of the global window. */
  private static final long LAST_TIME = GlobalWindow.INSTANCE.maxTimestamp().getMillis();

  @StateId(HEAD)
  private final StateSpec<ValueState<TreeHead>> headSpec = StateSpecs.value(new TreeHeadCoder());

  @StateId(NODES)
  private final StateSpec<MapState<Long, TreeNode>> nodesSpec =
      StateSpecs.map(VarLongCoder.of(), new TreeNodeCoder());

  @TimerId(EXPIRE_LEFT)
  private final TimerSpec expireLeftSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

  @TimerId(EXPIRE_RIGHT)
  private final TimerSpec expireRightSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

  private final JoinType type;
  private final JoinInterval interval;
  private final boolean batch;
  private final JoinOutputs<K, L, R> outputs;
  private final JoinMetrics metrics = new JoinMetrics();

  private transient @Nullable JoinEngine engine;
  private transient @Nullable JoinTally tally;

  /**
   * @param batch whether both inputs are bounded: then every row is there from the start, as it
   *     were, and none can come too late, wherever a runner lets its watermark stand meanwhile
   */
  JoinShards(JoinType type, JoinInterval interval, boolean batch, JoinOutputs<K, L, R> outputs) {
    this.type = type;
    this.interval = interval;
    this.batch = batch;
    this.outputs = outputs;
  }

  /**
   * A timer of a side whose unmatched rows are not emitted carries the time of its expiry. If the
   * job goes on with a type that emits, rows with their own times must come out of it.
   */
  @Override
  @SuppressWarnings("deprecation") // Nothing else lets a row be emitted before its timer's time.
  public Duration getAllowedTimestampSkew() {
    return Duration.millis(Long.MAX_VALUE);
  }

  @Setup
  public void setup() {
    engine = new JoinEngine(interval, LAST_TIME);
    tally = new JoinTally();
  }

  @ProcessElement
  public void processElement(
      @Element KV<Integer, ShardedRow> element,
      @Timestamp Instant timestamp,
      @StateId(HEAD) ValueState<TreeHead> headState,
      @StateId(NODES) MapState<Long, TreeNode> nodesState,
      @TimerId(EXPIRE_LEFT) Timer expireLeft,
      @TimerId(EXPIRE_RIGHT) Timer expireRight,
      MultiOutputReceiver out) {
    JoinSide side = element.getValue().side();
    long time = timestamp.getMillis();
    // Beam shows a DoFn its input watermark only as the time that a timer counts from.
    Instant watermark =
        batch ? BoundedWindow.TIMESTAMP_MIN_VALUE : expireLeft.getCurrentRelativeTime();
    TreeHead head = orEmpty(headState.read());
    JoinTree tree = new JoinTree(head.root(), head.nextId(), new NodesInState(nodesState));
    boolean waits =
        engine()
            .arrive(
                tree,
                side,
                time,
                element.getValue().body(),
                watermark.getMillis(),
                tally(),
                outputs.receiving(out));
    long armed = head.armed(side);
    if (waits && time < armed) {
      armed = time;
      arm(side == JoinSide.LEFT ? expireLeft : expireRight, side, time);
    }
    if (tree.isChanged() || armed != head.armed(side)) {
      headState.write(headOf(tree, head, side, armed));
    }
  }

  @OnTimer(EXPIRE_LEFT)
  public void expireLeft(
      OnTimerContext context,
      @StateId(HEAD) ValueState<TreeHead> headState,
      @StateId(NODES) MapState<Long, TreeNode> nodesState,
      @TimerId(EXPIRE_LEFT) Timer timer,
      MultiOutputReceiver out) {
    expire(JoinSide.LEFT, context, headState, nodesState, timer, out);
  }

  @OnTimer(EXPIRE_RIGHT)
  public void expireRight(
      OnTimerContext context,
      @StateId(HEAD) ValueState<TreeHead> headState,
      @StateId(NODES) MapState<Long, TreeNode> nodesState,
      @TimerId(EXPIRE_RIGHT) Timer timer,
      MultiOutputReceiver out) {
    expire(JoinSide.RIGHT, context, headState, nodesState, timer, out);
  }

  private void expire(
      JoinSide side,
      OnTimerContext context,
      ValueState<TreeHead> headState,
      MapState<Long, TreeNode> nodesState,
      Timer timer,
      MultiOutputReceiver out) {
    TreeHead head = headState.read();
    if (head == null || head.armed(side) == TreeNode.NONE) {
      return; // Flink fires timers that were meant to be gone.
    }
    // A firing proves that the watermark is past its time; all that it passed since goes as well.
    long watermark =
        Math.max(
            context.fireTimestamp().getMillis() + 1, timer.getCurrentRelativeTime().getMillis());
    JoinTree tree = new JoinTree(head.root(), head.nextId(), new NodesInState(nodesState));
    engine().expire(tree, side, watermark, tally(), outputs.receiving(out));
    long next = tree.minTime(side);
    if (next != TreeNode.NONE) {
      arm(timer, side, next);
    }
    if (tree.isEmpty()) {
      headState.clear();
    } else {
      headState.write(headOf(tree, head, side, next));
    }
  }

  /**
   * A side whose unmatched rows are not emitted holds the watermark back at its expiry only, which
   * delays nothing: the timer fires when the watermark passes that time. Without any hold, Flink's
   * runner lets the output watermark go to the end of time, and clears all state, while timers of
   * this side are still to fire: their rows would never be counted.
   */
  private void arm(Timer timer, JoinSide side, long rowTime) {
    long expiry = engine().expiry(side, rowTime);
    timer
        .withOutputTimestamp(Instant.ofEpochMilli(type.emitsUnmatched(side) ? rowTime : expiry))
        .set(Instant.ofEpochMilli(expiry));
  }

  private static TreeHead headOf(JoinTree tree, TreeHead before, JoinSide side, long armed) {
    return side == JoinSide.LEFT
        ? new TreeHead(tree.root(), tree.nextId(), armed, before.armedRight())
        : new TreeHead(tree.root(), tree.nextId(), before.armedLeft(), armed);
  }

  @FinishBundle
  public void finishBundle() {
    metrics.flush(tally());
  }

  private static TreeHead orEmpty(@Nullable TreeHead head) {
    return head == null ? TreeHead.EMPTY : head;
  }

  private JoinEngine engine() {
    if (engine == null) {
      throw new IllegalStateException("JoinShards: setup must run before the first row.");
    }
    return engine;
  }

  private JoinTally tally() {
    if (tally == null) {
      throw new IllegalStateException("JoinShards: setup must run before the first row.");
    }
    return tally;
  }

  /** The tree's nodes, each under its id in map state. */
  private static final class NodesInState implements JoinTree.Nodes {
    private final MapState<Long, TreeNode> state;

    NodesInState(MapState<Long, TreeNode> state) {
      this.state = state;
    }

    @Override
    public TreeNode read(long id) {
      TreeNode node = state.get(id).read();
      if (node == null) {
        throw new IllegalStateException("IntervalJoin state: node " + id + " is missing.");
      }
      return node;
    }

    @Override
    public void write(long id, TreeNode node) {
      state.put(id, node);
    }

    @Override
    public void remove(long id) {
      state.remove(id);
    }
  }
}
