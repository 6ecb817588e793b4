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
 * The join of the rows of one shard. One event-time timer a shard, which {@link ShardTimer} sets:
 * it takes away what expired, and holds the output watermark.
 *
 * <p>State and timer ids are in users' savepoints: never renamed, retyped or used again.
 */
final class JoinShards<K, L, R> extends DoFn<KV<Integer, RowBatch>, JoinedPair<K, L, R>> {
  private static final long serialVersionUID = 1L;

  private static final String HEAD = "head";
  private static final String NODES = "nodes";
  private static final String EXPIRE = "expire";

  /** Beam sets no timer behind the end of the global window. */
  private static final long LAST_TIME = GlobalWindow.INSTANCE.maxTimestamp().getMillis();

  @StateId(HEAD)
  private final StateSpec<ValueState<TreeHead>> headSpec = StateSpecs.value(new TreeHeadCoder());

  @StateId(NODES)
  private final StateSpec<MapState<Long, TreeNode>> nodesSpec =
      StateSpecs.map(VarLongCoder.of(), new TreeNodeCoder());

  @TimerId(EXPIRE)
  private final TimerSpec expireSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

  private final JoinType type;
  private final JoinInterval interval;
  private final boolean batch;
  private final JoinOutputs<K, L, R> outputs;
  private final JoinMetrics metrics = new JoinMetrics();

  private transient @Nullable Running running;

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

  /** What a copy of this step works with. */
  private static final class Running {
    final JoinEngine engine;
    final ShardTimer timer;
    final JoinTally tally = new JoinTally();
    final NodesInState nodes = new NodesInState();

    Running(JoinType type, JoinInterval interval) {
      engine = new JoinEngine(interval, LAST_TIME);
      timer = new ShardTimer(type, engine, LAST_TIME);
    }
  }

  @Setup
  public void setup() {
    running = new Running(type, interval);
  }

  @ProcessElement
  public void processElement(
      @Element KV<Integer, RowBatch> element,
      @StateId(HEAD) ValueState<TreeHead> headState,
      @StateId(NODES) MapState<Long, TreeNode> nodesState,
      @TimerId(EXPIRE) Timer timer,
      MultiOutputReceiver out) {
    Running run = running();
    // Beam shows a DoFn its input watermark only as the time that a timer counts from.
    long watermark =
        (batch ? BoundedWindow.TIMESTAMP_MIN_VALUE : timer.getCurrentRelativeTime()).getMillis();
    TreeHead stored = headState.read();
    TreeHead head = stored == null ? TreeHead.EMPTY : stored;
    JoinTree tree = new JoinTree(head.root(), head.nextId(), run.nodes.open(nodesState));
    JoinEngine.Output output = outputs.receiving(out);
    ShardTimer.Setting setting = head.timer();
    Arrival row = element.getValue().rows();
    while (row.next()) {
      if (run.engine.arrive(tree, row, watermark, run.tally, output)) {
        setting = run.timer.with(setting, element.getKey(), row.side(), row.time());
      }
    }
    run.nodes.close();
    if (!setting.equals(head.timer())) {
      set(timer, setting);
    }
    if (tree.isChanged() || !setting.equals(head.timer())) {
      headState.write(new TreeHead(tree.root(), tree.nextId(), setting));
    }
  }

  @OnTimer(EXPIRE)
  public void expire(
      OnTimerContext context,
      @Key Integer shard,
      @StateId(HEAD) ValueState<TreeHead> headState,
      @StateId(NODES) MapState<Long, TreeNode> nodesState,
      @TimerId(EXPIRE) Timer timer,
      MultiOutputReceiver out) {
    TreeHead head = headState.read();
    if (head == null) {
      return; // Flink fires timers that were meant to be gone.
    }
    Running run = running();
    // A firing proves that the watermark is past its time; all that it passed since goes as well.
    long watermark =
        Math.max(
            context.fireTimestamp().getMillis() + 1, timer.getCurrentRelativeTime().getMillis());
    JoinTree tree = new JoinTree(head.root(), head.nextId(), run.nodes.open(nodesState));
    run.engine.expire(
        tree,
        watermark,
        run.timer.isDue(shard, JoinSide.LEFT, tree.minTime(JoinSide.LEFT), watermark),
        run.timer.isDue(shard, JoinSide.RIGHT, tree.minTime(JoinSide.RIGHT), watermark),
        run.tally,
        outputs.receiving(out));
    run.nodes.close();
    if (tree.isEmpty()) {
      headState.clear();
      return;
    }
    ShardTimer.Setting setting =
        run.timer.of(shard, tree.minTime(JoinSide.LEFT), tree.minTime(JoinSide.RIGHT));
    set(timer, setting);
    headState.write(new TreeHead(tree.root(), tree.nextId(), setting));
  }

  private static void set(Timer timer, ShardTimer.Setting setting) {
    timer
        .withOutputTimestamp(Instant.ofEpochMilli(setting.hold()))
        .set(Instant.ofEpochMilli(setting.fires()));
  }

  @FinishBundle
  public void finishBundle() {
    metrics.flush(running().tally);
  }

  private Running running() {
    if (running == null) {
      throw new IllegalStateException("JoinShards: setup must run before the first row.");
    }
    return running;
  }
}
