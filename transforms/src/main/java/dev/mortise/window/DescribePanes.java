package dev.mortise.window;

import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;

/** Says with each result which window and which pane of it the result is. */
final class DescribePanes<K, V> extends DoFn<KV<K, KV<Boolean, V>>, WindowPane<K, V>> {
  private static final long serialVersionUID = 1L;

  private final WindowMetrics metrics = new WindowMetrics();
  private final long[] panes = new long[Timing.values().length];
  private final boolean updates;

  DescribePanes(boolean updates) {
    this.updates = updates;
  }

  @ProcessElement
  public void processElement(
      @Element KV<K, KV<Boolean, V>> result,
      BoundedWindow window,
      PaneInfo pane,
      OutputReceiver<WindowPane<K, V>> out) {
    if (!result.getValue().getKey()) {
      return; // See NonEmptyFn.
    }
    IntervalWindow interval = (IntervalWindow) window;
    Timing timing = timing(pane);
    panes[timing.code()]++;
    out.output(
        new WindowPane<>(
            result.getKey(),
            interval.start(),
            interval.end(),
            result.getValue().getValue(),
            timing,
            pane.getIndex(),
            pane.isLast()));
  }

  private Timing timing(PaneInfo pane) {
    return switch (pane.getTiming()) {
      case EARLY -> Timing.EARLY;
      // A late pane of Beam's is one behind the output watermark. Between updates that one waits
      // for
      // whatever has not been shown yet, of any key, so the same pane could be either.
      case LATE -> updates && pane.getNonSpeculativeIndex() == 0 ? Timing.ON_TIME : Timing.LATE;
      // Batches of some runners say nothing of panes: they have one for each window.
      case ON_TIME, UNKNOWN -> Timing.ON_TIME;
    };
  }

  @FinishBundle
  public void finishBundle() {
    for (Timing timing : Timing.values()) {
      metrics.add(WindowMetrics.panes(timing), panes[timing.code()]);
      panes[timing.code()] = 0;
    }
  }
}
