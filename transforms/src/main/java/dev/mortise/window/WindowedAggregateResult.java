package dev.mortise.window;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PInput;
import org.apache.beam.sdk.values.POutput;
import org.apache.beam.sdk.values.PValue;
import org.apache.beam.sdk.values.TupleTag;

/**
 * The outputs of a {@link WindowedAggregate}, both in the global window.
 *
 * @param <K> key
 * @param <InputT> row
 * @param <OutputT> aggregate
 */
public final class WindowedAggregateResult<K, InputT, OutputT> implements POutput {
  private final Pipeline pipeline;
  private final Map<TupleTag<?>, PValue> outputs = new LinkedHashMap<>();
  private final PCollection<WindowPane<K, OutputT>> panes;
  private final PCollection<TooLateRow<K, InputT>> tooLate;

  WindowedAggregateResult(
      PCollection<WindowPane<K, OutputT>> panes, PCollection<TooLateRow<K, InputT>> tooLate) {
    this.pipeline = panes.getPipeline();
    this.panes = panes;
    this.tooLate = tooLate;
    outputs.put(new TupleTag<>("panes"), panes);
    outputs.put(new TupleTag<>("tooLate"), tooLate);
  }

  /** The windows' results, each with the last millisecond of its window as its timestamp. */
  public PCollection<WindowPane<K, OutputT>> panes() {
    return panes;
  }

  /** Rows that came too late for all their windows, each with its own event time. */
  public PCollection<TooLateRow<K, InputT>> tooLate() {
    return tooLate;
  }

  @Override
  public Pipeline getPipeline() {
    return pipeline;
  }

  @Override
  public Map<TupleTag<?>, PValue> expand() {
    return outputs;
  }

  @Override
  public void finishSpecifyingOutput(
      String transformName, PInput input, PTransform<?, ?> transform) {
    // Nothing beyond what each output does for itself.
  }
}
