package dev.mortise.runner.spark.engine;

import dev.mortise.runner.spark.engine.state.KeyStateInternals;
import dev.mortise.runner.spark.engine.state.KeyTimers;
import dev.mortise.runner.spark.engine.state.StateFormat;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.runners.core.LateDataUtils;
import org.apache.beam.runners.core.NullSideInputReader;
import org.apache.beam.runners.core.ReduceFnRunner;
import org.apache.beam.runners.core.SystemReduceFn;
import org.apache.beam.runners.core.TimerInternals.TimerData;
import org.apache.beam.runners.core.construction.SerializablePipelineOptions;
import org.apache.beam.runners.core.triggers.ExecutableTriggerStateMachine;
import org.apache.beam.runners.core.triggers.TriggerStateMachines;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.util.construction.TriggerTranslation;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.WindowedValue;
import org.apache.beam.sdk.values.WindowingStrategy;

/**
 * Groups rows by key and window, with the rules for triggers and lateness that all runners share.
 */
final class GroupStep extends KeyedStep {
  private static final long serialVersionUID = 1L;
  private static final String DROPPED = "DroppedDueToLateness";

  private final SerializablePipelineOptions options;
  private final WindowingStrategy<?, BoundedWindow> windowing;
  private final Coder<Object> valueCoder;
  private final TupleTag<KV<Object, Iterable<Object>>> output;
  private final Coder<WindowedValue<Object>> outputCoder;
  private final boolean isRead;

  /**
   * @param output the tag of the step's output
   * @param outputCoder of a group, with its windows
   * @param isRead whether any step reads the groups
   */
  GroupStep(
      String step,
      SerializablePipelineOptions options,
      WindowingStrategy<?, BoundedWindow> windowing,
      Coder<Object> keyCoder,
      Coder<Object> valueCoder,
      Coder<WindowedValue<Object>> rowCoder,
      TupleTag<KV<Object, Iterable<Object>>> output,
      Coder<WindowedValue<Object>> outputCoder,
      boolean isRead) {
    super(step, keyCoder, rowCoder, new StateFormat(windowing.getWindowFn().windowCoder(), false));
    this.options = options;
    this.windowing = windowing;
    this.valueCoder = valueCoder;
    this.output = output;
    this.outputCoder = outputCoder;
    this.isRead = isRead;
  }

  @Override
  List<TupleTag<?>> read() {
    return isRead ? List.of(output) : List.of();
  }

  @Override
  List<Coder<WindowedValue<Object>>> readCoders() {
    return isRead ? List.of(outputCoder) : List.of();
  }

  @Override
  Bundle open(Outputs outputs, KeyStateInternals state, KeyTimers timers) {
    return new Groups(outputs, state, timers);
  }

  private final class Groups implements Bundle {
    private final Outputs outputs;
    private final KeyStateInternals state;
    private final KeyTimers timers;
    private final SystemReduceFn<Object, Object, Iterable<Object>, Iterable<Object>, BoundedWindow>
        reduce = SystemReduceFn.buffering(valueCoder);
    private final Counter dropped = Metrics.counter(GroupStep.class, DROPPED);

    Groups(Outputs outputs, KeyStateInternals state, KeyTimers timers) {
      this.outputs = outputs;
      this.state = state;
      this.timers = timers;
    }

    private ReduceFnRunner<Object, Object, Iterable<Object>, BoundedWindow> runner(Object key) {
      return new ReduceFnRunner<>(
          key,
          windowing,
          ExecutableTriggerStateMachine.create(
              TriggerStateMachines.stateMachineForTrigger(
                  TriggerTranslation.toProto(windowing.getTrigger()))),
          state,
          timers,
          group -> outputs.output(output, group),
          NullSideInputReader.empty(),
          reduce,
          options.get());
    }

    @Override
    public void rows(Object key, List<WindowedValue<Object>> rows) throws Exception {
      ReduceFnRunner<Object, Object, Iterable<Object>, BoundedWindow> runner = runner(key);
      runner.processElements(notTooLate(rows));
      runner.persist();
    }

    private List<WindowedValue<Object>> notTooLate(List<WindowedValue<Object>> rows) {
      List<WindowedValue<Object>> kept = new ArrayList<>();
      for (WindowedValue<Object> row : rows) {
        for (WindowedValue<Object> inWindow : row.explodeWindows()) {
          BoundedWindow window = inWindow.getWindows().iterator().next();
          if (LateDataUtils.garbageCollectionTime(window, windowing)
              .isBefore(timers.currentInputWatermarkTime())) {
            dropped.inc();
          } else {
            kept.add(inWindow);
          }
        }
      }
      return kept;
    }

    @Override
    public void pending(Object key) {
      // The end of the windows fires what is left of their groups.
    }

    @Override
    public void timers(Object key) throws Exception {
      for (List<TimerData> due = timers.pollDue(); !due.isEmpty(); due = timers.pollDue()) {
        ReduceFnRunner<Object, Object, Iterable<Object>, BoundedWindow> runner = runner(key);
        runner.onTimers(due);
        runner.persist();
      }
    }

    @Override
    public void finish() {
      // Groups are emitted as they come about.
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
