package dev.mortise.pipeline.sink;

import java.io.IOException;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;

/** Writes each shard of a bounded output into one file, which gets its name at the end. */
final class WriteWholeFn extends FileWritingFn {
  private static final long serialVersionUID = 1L;
  private static final String FILE = "file";
  private static final String END = "end";

  private final FileNames names;

  @StateId(FILE)
  private final StateSpec<ValueState<PartState>> fileSpec =
      StateSpecs.value(new PartState.StateCoder());

  @TimerId(END)
  private final TimerSpec endSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

  WriteWholeFn(FileNames names) {
    this.names = names;
  }

  @ProcessElement
  public void process(
      @Element KV<Integer, byte[]> piece,
      @StateId(FILE) ValueState<PartState> state,
      @TimerId(END) Timer end)
      throws IOException {
    PartState before = state.read();
    if (before == null) {
      before = PartState.START;
      end.set(GlobalWindow.INSTANCE.maxTimestamp());
    }
    byte[] bytes = piece.getValue();
    files().append(names.whole(piece.getKey()), before.length(), bytes);
    state.write(new PartState(0, before.length() + bytes.length));
  }

  @OnTimer(END)
  public void end(@Key Integer shard, @StateId(FILE) ValueState<PartState> state)
      throws IOException {
    PartState written = state.read();
    if (written != null) {
      files().finish(names.whole(shard), written.length());
      state.clear();
    }
  }
}
