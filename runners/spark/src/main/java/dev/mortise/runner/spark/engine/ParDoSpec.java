package dev.mortise.runner.spark.engine;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.beam.runners.core.DoFnRunner;
import org.apache.beam.runners.core.DoFnRunners;
import org.apache.beam.runners.core.NullSideInputReader;
import org.apache.beam.runners.core.StateInternals;
import org.apache.beam.runners.core.StepContext;
import org.apache.beam.runners.core.TimerInternals;
import org.apache.beam.runners.core.construction.SerializablePipelineOptions;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.DoFnSchemaInformation;
import org.apache.beam.sdk.transforms.reflect.DoFnInvokers;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.WindowingStrategy;

/** What it takes to run a DoFn, wherever a task runs. */
final class ParDoSpec implements Serializable {
  private static final long serialVersionUID = 1L;

  final String step;
  final ArrayList<TupleTag<?>> read;
  final ArrayList<Coder<?>> readCoders;
  private final SerializablePipelineOptions options;
  private final byte[] fn;
  private final TupleTag<Object> main;
  private final ArrayList<TupleTag<?>> additional;
  private final Coder<Object> inputCoder;
  private final Map<TupleTag<?>, Coder<?>> outputCoders;
  private final WindowingStrategy<?, ?> windowing;
  private final DoFnSchemaInformation schemas;

  /**
   * @param step the full name of the step
   * @param read the outputs that other steps read
   * @param readCoders of the elements of these outputs, with their windows
   */
  ParDoSpec(
      String step,
      SerializablePipelineOptions options,
      DoFn<Object, Object> fn,
      TupleTag<Object> main,
      List<TupleTag<?>> additional,
      Coder<Object> inputCoder,
      Map<TupleTag<?>, Coder<?>> outputCoders,
      WindowingStrategy<?, ?> windowing,
      DoFnSchemaInformation schemas,
      List<TupleTag<?>> read,
      List<? extends Coder<?>> readCoders) {
    this.step = step;
    this.options = options;
    this.fn = SerializableUtils.serializeToByteArray(fn);
    this.main = main;
    this.additional = new ArrayList<>(additional);
    this.inputCoder = inputCoder;
    this.outputCoders = outputCoders;
    this.windowing = windowing;
    this.schemas = schemas;
    this.read = new ArrayList<>(read);
    this.readCoders = new ArrayList<>(readCoders);
  }

  WindowingStrategy<?, ?> windowing() {
    return windowing;
  }

  Coder<Object> inputCoder() {
    return inputCoder;
  }

  /** An instance for one task, set up. */
  DoFn<Object, Object> setUp() {
    @SuppressWarnings("unchecked") // Serialized above.
    DoFn<Object, Object> instance =
        (DoFn<Object, Object>) SerializableUtils.deserializeFromByteArray(fn, step);
    DoFnInvokers.tryInvokeSetupFor(instance, options.get());
    return instance;
  }

  static void tearDown(DoFn<?, ?> instance) {
    DoFnInvokers.invokerFor(instance).invokeTeardown();
  }

  DoFnRunner<Object, Object> runner(
      DoFn<Object, Object> instance, Outputs outputs, StepContext context) {
    return DoFnRunners.simpleRunner(
        options.get(),
        instance,
        NullSideInputReader.empty(),
        outputs,
        main,
        additional,
        context,
        inputCoder,
        outputCoders,
        windowing,
        schemas,
        Map.of());
  }

  /** The context of a DoFn that has neither state nor timers. */
  enum NoContext implements StepContext {
    INSTANCE;

    @Override
    public StateInternals stateInternals() {
      throw new UnsupportedOperationException("The step has no state.");
    }

    @Override
    public TimerInternals timerInternals() {
      throw new UnsupportedOperationException("The step has no timers.");
    }
  }
}
