package dev.mortise.runner.spark.engine;

import dev.mortise.runner.spark.engine.state.KeyStateInternals;
import dev.mortise.runner.spark.engine.state.KeyTimers;
import dev.mortise.runner.spark.engine.state.StateFormat;
import java.util.List;
import org.apache.beam.runners.core.DoFnRunner;
import org.apache.beam.runners.core.DoFnRunners;
import org.apache.beam.runners.core.StateInternals;
import org.apache.beam.runners.core.StateNamespaces.WindowNamespace;
import org.apache.beam.runners.core.StatefulDoFnRunner.CleanupTimer;
import org.apache.beam.runners.core.StatefulDoFnRunner.StateInternalsStateCleaner;
import org.apache.beam.runners.core.StatefulDoFnRunner.TimeInternalsCleanupTimer;
import org.apache.beam.runners.core.StepContext;
import org.apache.beam.runners.core.TimerInternals;
import org.apache.beam.runners.core.TimerInternals.TimerData;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.reflect.DoFnSignatures;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.WindowedValue;

/** A DoFn with state or timers. */
final class StatefulParDo extends KeyedStep {
  private static final long serialVersionUID = 1L;

  private final ParDoSpec spec;
  private final Coder<BoundedWindow> windowCoder;

  StatefulParDo(
      ParDoSpec spec,
      Coder<Object> keyCoder,
      Coder<WindowedValue<Object>> rowCoder,
      Coder<BoundedWindow> windowCoder) {
    super(spec.step, keyCoder, rowCoder, new StateFormat(windowCoder, true));
    this.spec = spec;
    this.windowCoder = windowCoder;
  }

  @Override
  List<TupleTag<?>> read() {
    return spec.read;
  }

  @Override
  List<Coder<WindowedValue<Object>>> readCoders() {
    return Coders.ofElements(spec.readCoders);
  }

  @Override
  Bundle open(Outputs outputs, KeyStateInternals state, KeyTimers timers) {
    DoFn<Object, Object> instance = spec.setUp();
    try {
      return new FnBundle(instance, outputs, state, timers);
    } catch (RuntimeException e) {
      ParDoSpec.tearDown(instance);
      throw e;
    }
  }

  private final class FnBundle implements Bundle {
    private final DoFn<Object, Object> instance;
    private final KeyTimers timers;
    private final DoFnRunner<Object, Object> runner;

    FnBundle(
        DoFn<Object, Object> instance, Outputs outputs, KeyStateInternals state, KeyTimers timers) {
      this.instance = instance;
      this.timers = timers;
      StepContext context = new Context(state, timers);
      boolean expires = DoFnSignatures.signatureForDoFn(instance).onWindowExpiration() != null;
      this.runner =
          DoFnRunners.defaultStatefulDoFnRunner(
              instance,
              spec.inputCoder(),
              spec.runner(instance, outputs, context),
              context,
              spec.windowing(),
              new Cleanup(new TimeInternalsCleanupTimer<>(timers, spec.windowing()), expires),
              new StateInternalsStateCleaner<>(instance, state, windowCoder));
      runner.startBundle();
    }

    @Override
    public void rows(Object key, List<WindowedValue<Object>> rows) {
      for (WindowedValue<Object> row : rows) {
        runner.processElement(row.withValue(KV.of(key, row.getValue())));
      }
    }

    @Override
    public void pending(Object key) {
      fireAll(key, timers::pollProcessingTimerAtEnd);
    }

    @Override
    public void timers(Object key) {
      boolean more = true;
      while (more) {
        more = fireAll(key, timers::pollProcessingTimer);
        more |= fireAll(key, timers::pollEventTimer);
      }
    }

    /** Fires timers, also those that firing them sets, as long as there are any. */
    private boolean fireAll(Object key, TimersDue due) {
      boolean any = false;
      for (TimerData timer = due.poll(); timer != null; timer = due.poll()) {
        any = true;
        BoundedWindow window = ((WindowNamespace<?>) timer.getNamespace()).getWindow();
        runner.onTimer(
            timer.getTimerId(),
            timer.getTimerFamilyId(),
            key,
            window,
            timer.getTimestamp(),
            timer.getOutputTimestamp(),
            timer.getDomain());
      }
      return any;
    }

    @Override
    public void finish() {
      runner.finishBundle();
    }

    @Override
    public void close() {
      ParDoSpec.tearDown(instance);
    }
  }

  private interface TimersDue {
    @org.jspecify.annotations.Nullable
    TimerData poll();
  }

  private record Context(KeyStateInternals state, KeyTimers timers) implements StepContext {
    @Override
    public StateInternals stateInternals() {
      return state;
    }

    @Override
    public TimerInternals timerInternals() {
      return timers;
    }
  }

  /**
   * Removes a window's state when the window expires. Not so in the global window, which expires
   * when all is over: a timer for each key would keep every key that was ever seen.
   */
  private record Cleanup(TimeInternalsCleanupTimer<Object> timer, boolean expires)
      implements CleanupTimer<Object> {
    @Override
    public void setForWindow(Object input, BoundedWindow window) {
      if (expires || !(window instanceof GlobalWindow)) {
        timer.setForWindow(input, window);
      }
    }

    @Override
    public boolean isForWindow(
        String timerId, BoundedWindow window, org.joda.time.Instant time, TimeDomain domain) {
      return timer.isForWindow(timerId, window, time, domain);
    }
  }
}
