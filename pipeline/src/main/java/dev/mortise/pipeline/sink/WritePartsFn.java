package dev.mortise.pipeline.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Duration;

/**
 * Writes each shard of an unbounded output into one file after the other. A file gets its name when
 * it has been open for a while, when it is large, or when the stream ends.
 */
final class WritePartsFn extends FileWritingFn {
  private static final long serialVersionUID = 1L;
  private static final String PART = "part";
  private static final String END = "end";
  private static final String ROLL = "roll";
  private static final long PART_BYTES = 128L << 20;

  private final FileNames names;
  private final Duration rollAfter;

  @StateId(PART)
  private final StateSpec<ValueState<PartState>> partSpec =
      StateSpecs.value(new PartState.StateCoder());

  @TimerId(END)
  private final TimerSpec endSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

  @TimerId(ROLL)
  private final TimerSpec rollSpec = TimerSpecs.timer(TimeDomain.PROCESSING_TIME);

  /**
   * @param rollAfter how long a file takes lines after its first, in processing time
   */
  WritePartsFn(FileNames names, Duration rollAfter) {
    this.names = names;
    this.rollAfter = rollAfter;
  }

  @ProcessElement
  public void process(
      @Element KV<Integer, byte[]> piece,
      @StateId(PART) ValueState<PartState> state,
      @TimerId(END) Timer end,
      @TimerId(ROLL) Timer roll)
      throws IOException {
    int shard = piece.getKey();
    PartState before = state.read();
    if (before == null) {
      before = PartState.START;
      end.set(GlobalWindow.INSTANCE.maxTimestamp());
    }
    if (before.length() == 0) {
      removeFrom(shard, before.part());
      // No hold: the end of the stream need not wait for it.
      roll.withNoOutputTimestamp().offset(rollAfter).setRelative();
    }
    byte[] bytes = piece.getValue();
    files().append(names.part(shard, before.part()), before.length(), bytes);
    PartState after = new PartState(before.part(), before.length() + bytes.length);
    state.write(after.length() >= PART_BYTES ? finish(shard, after) : after);
  }

  @OnTimer(ROLL)
  public void roll(@Key Integer shard, @StateId(PART) ValueState<PartState> state)
      throws IOException {
    PartState part = state.read();
    if (part != null) {
      state.write(finish(shard, part));
    }
  }

  @OnTimer(END)
  public void end(@Key Integer shard, @StateId(PART) ValueState<PartState> state)
      throws IOException {
    PartState part = state.read();
    if (part != null) {
      PartState next = finish(shard, part);
      removeFrom(shard, next.part());
      state.write(next);
    }
  }

  /** Finishes a part that has lines; the state of the one behind it. */
  private PartState finish(int shard, PartState part) throws IOException {
    if (part.length() == 0) {
      return part;
    }
    files().finish(names.part(shard, part.part()), part.length());
    PartState next = new PartState(part.part() + 1, 0);
    removeFrom(shard, next.part());
    return next;
  }

  /**
   * Takes away parts that an attempt which did not count has finished or begun: their lines come
   * again, and may go into fewer parts.
   */
  private void removeFrom(int shard, int part) throws IOException {
    boolean found = true;
    for (int i = part; found; i++) {
      Path file = names.part(shard, i);
      boolean finished = Files.deleteIfExists(file);
      boolean begun = Files.deleteIfExists(FileNames.unfinished(file));
      found = finished || begun;
    }
  }
}
