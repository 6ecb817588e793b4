package dev.mortise.pipeline.sink.kafka;

import dev.mortise.pipeline.sink.OutputRecord;
import dev.mortise.pipeline.spec.KafkaOutput;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.state.BagState;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Writes records to a topic in transactions, each record exactly once. A record is numbered and
 * kept as state, and so is part of the next checkpoint. Only when a checkpoint with it is complete,
 * which a bundle finalizer tells, is it written, and the transaction that writes it also commits
 * its number. What is restored after a failure is exactly the records that a checkpoint holds:
 * those whose numbers are committed are in the topic, and the others are written now.
 *
 * <p>Not KafkaIO's {@code withEOS}, for what was read in its sources and those of the Flink runner,
 * both of 2.70.0. It can't go on when a job fails between its first commit and the next checkpoint,
 * nor can a pipeline begin anew under the same name. Behind a restore the runner hands it, together
 * with the records of a checkpoint, later ones that are in none; when these come again in another
 * order, it takes them for those that it has written. And on Flink it commits a transaction for
 * each record.
 */
final class WriteTransactionsFn extends DoFn<KV<Integer, OutputRecord>, Void> {
  private static final long serialVersionUID = 1L;
  private static final String RUN = "run";
  private static final String LAST = "last";
  private static final String WAITING = "waiting";
  private static final String WAKE = "wake";
  private static final String END = "end";

  /** How soon records are written behind a checkpoint, if none come to remind of them. */
  private static final Duration WAKE_AFTER = Duration.standardSeconds(1);

  private final KafkaOutput output;
  private final String name;

  @StateId(RUN)
  private final StateSpec<ValueState<String>> runSpec = StateSpecs.value(StringUtf8Coder.of());

  @StateId(LAST)
  private final StateSpec<ValueState<Long>> lastSpec = StateSpecs.value(VarLongCoder.of());

  @StateId(WAITING)
  private final StateSpec<BagState<NumberedRecord>> waitingSpec =
      StateSpecs.bag(new NumberedRecord.NumberedCoder());

  @TimerId(WAKE)
  private final TimerSpec wakeSpec = TimerSpecs.timer(TimeDomain.PROCESSING_TIME);

  @TimerId(END)
  private final TimerSpec endSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

  private transient @Nullable Map<Integer, Open> shards;
  private transient @Nullable BundleFinalizer finalizer;
  private transient @Nullable Map<Integer, Long> bundle;
  private transient boolean failed;

  /** A producer in use, and how far its state was cleared. */
  private static final class Open {
    final TransactionalShard shard;
    long cleared;
    boolean awake;

    Open(TransactionalShard shard) {
      this.shard = shard;
    }
  }

  /**
   * @param name of this output's transactions
   */
  WriteTransactionsFn(KafkaOutput output, String name) {
    this.output = output;
    this.name = name;
  }

  @StartBundle
  public void startBundle() {
    bundle = null;
  }

  @ProcessElement
  public void process(
      @Element KV<Integer, OutputRecord> element,
      @StateId(RUN) ValueState<String> run,
      @StateId(LAST) ValueState<Long> last,
      @StateId(WAITING) BagState<NumberedRecord> waiting,
      @TimerId(WAKE) Timer wake,
      @TimerId(END) Timer end,
      BundleFinalizer afterCheckpoint)
      throws Exception {
    finalizer = afterCheckpoint;
    flushSettled();
    Open open = open(element.getKey(), run, last, waiting);
    clear(open, waiting);
    waiting.add(open.shard.add(element.getValue()));
    last.write(open.shard.last());
    noteInBundle(element.getKey(), open.shard.last());
    if (!open.awake) {
      open.awake = true;
      wakeLater(wake);
      end.withNoOutputTimestamp().set(GlobalWindow.INSTANCE.maxTimestamp());
    }
  }

  /** Without a hold of the watermark: nothing follows. */
  private static void wakeLater(Timer wake) {
    wake.withNoOutputTimestamp().offset(WAKE_AFTER).setRelative();
  }

  @OnTimer(WAKE)
  public void wake(
      OnTimerContext context,
      @Key Integer number,
      @StateId(RUN) ValueState<String> run,
      @StateId(LAST) ValueState<Long> last,
      @StateId(WAITING) BagState<NumberedRecord> waiting,
      @TimerId(WAKE) Timer wake)
      throws Exception {
    flushSettled();
    Open open = open(number, run, last, waiting);
    clear(open, waiting);
    open.awake = false;
    if (open.shard.waiting().isEmpty()) {
      return;
    }
    // A checkpoint that is given up is never finalized, nor are its bundles with a later one.
    noteInBundle(number, open.shard.last());
    // When a stream ends the runner fires ahead of time what is left, and takes no new timers.
    if (!context.fireTimestamp().isAfter(Instant.now())) {
      open.awake = true;
      wakeLater(wake);
    }
  }

  /**
   * Writes what waits when the stream ends. No checkpoint could hold it: Flink's runner clears the
   * state as soon as the watermark is at the end of time. So if the job fails between here and its
   * end, the rows since the last checkpoint come again; none is lost.
   */
  @OnTimer(END)
  public void end(
      @Key Integer number,
      @StateId(RUN) ValueState<String> run,
      @StateId(LAST) ValueState<Long> last,
      @StateId(WAITING) BagState<NumberedRecord> waiting)
      throws Exception {
    Open open = open(number, run, last, waiting);
    open.shard.settle(open.shard.last());
    flushSettled();
    clear(open, waiting);
  }

  private Open open(
      int number,
      ValueState<String> runState,
      ValueState<Long> lastState,
      BagState<NumberedRecord> waiting)
      throws Exception {
    Map<Integer, Open> all = shards();
    Open open = all.get(number);
    if (open != null) {
      return open;
    }
    String run = runState.read();
    if (run == null) {
      run = UUID.randomUUID().toString().substring(0, 8);
      runState.write(run);
    }
    TransactionalShard shard = new TransactionalShard(output, name + "." + number, run);
    open = new Open(shard);
    all.put(number, open);
    Long last = lastState.read();
    try {
      shard.restore(waiting.read(), last == null ? 0 : last);
    } catch (Exception | Error e) {
      failed = true;
      throw e;
    }
    waiting.clear();
    lastState.write(shard.last());
    open.cleared = shard.done();
    return open;
  }

  private Map<Integer, Open> shards() {
    Map<Integer, Open> open = shards;
    if (open == null) {
      open = new HashMap<>();
      shards = open;
    }
    return open;
  }

  /** Takes out of the state what is in the topic. */
  private static void clear(Open open, BagState<NumberedRecord> waiting) {
    if (open.cleared < open.shard.done()) {
      waiting.clear();
      open.shard.waiting().forEach(waiting::add);
      open.cleared = open.shard.done();
    }
  }

  private void noteInBundle(int number, long last) {
    Map<Integer, Long> noted = bundle;
    if (noted == null) {
      BundleFinalizer afterCheckpoint = finalizer;
      if (afterCheckpoint == null) {
        return; // All that waits was restored, and is written by now.
      }
      // The next bundle has a map of its own: this one stays as it is when the bundle ends.
      Map<Integer, Long> own = new HashMap<>();
      afterCheckpoint.afterBundleCommit(GlobalWindow.INSTANCE.maxTimestamp(), () -> settle(own));
      noted = own;
      bundle = own;
    }
    noted.put(number, last);
  }

  /**
   * Called for each bundle of a checkpoint that is complete. Writing waits for the next record, the
   * timer or the end: then all these bundles go into one transaction.
   */
  private void settle(Map<Integer, Long> lastOfBundle) {
    lastOfBundle.forEach(
        (number, last) -> {
          Open open = shards().get(number);
          if (open != null) {
            open.shard.settle(last);
          }
        });
  }

  private void flushSettled() throws Exception {
    for (Open open : shards().values()) {
      if (open.shard.hasSettled()) {
        try {
          open.shard.flush();
        } catch (Exception | Error e) {
          failed = true;
          throw e;
        }
      }
    }
  }

  /** Writes what is in a checkpoint that was completed last of all, as by a stop with savepoint. */
  @Teardown
  public void close() throws Exception {
    try {
      if (!failed) {
        flushSettled();
      }
    } finally {
      shards().values().forEach(open -> open.shard.close());
      shards().clear();
    }
  }
}
