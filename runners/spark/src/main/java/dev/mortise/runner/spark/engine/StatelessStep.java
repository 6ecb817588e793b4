package dev.mortise.runner.spark.engine;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.beam.runners.core.DoFnRunner;
import org.apache.beam.runners.core.metrics.MetricsContainerImpl;
import org.apache.beam.sdk.metrics.MetricsEnvironment;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.WindowedValue;
import org.jspecify.annotations.Nullable;

/** Runs a DoFn without state over one partition, as one bundle. */
@SuppressWarnings("try") // Scopes are only to be left.
final class StatelessStep implements Closeable {
  private final ParDoSpec spec;
  private final MetricsContainerImpl metrics;
  private final Outputs outputs;
  private final DoFn<Object, Object> instance;
  private final DoFnRunner<Object, Object> runner;
  private boolean finished;
  private boolean tornDown;

  StatelessStep(ParDoSpec spec) {
    this.spec = spec;
    this.metrics = new MetricsContainerImpl(spec.step);
    this.outputs = new Outputs(spec.read);
    try (Closeable scope = counting()) {
      instance = spec.setUp();
      runner = spec.runner(instance, outputs, ParDoSpec.NoContext.INSTANCE);
      runner.startBundle();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Closeable counting() {
    return MetricsEnvironment.scopedMetricsContainer(metrics);
  }

  MetricsContainerImpl metrics() {
    return metrics;
  }

  Outputs outputs() {
    return outputs;
  }

  private void process(WindowedValue<Object> element) {
    try (Closeable scope = counting()) {
      runner.processElement(element);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void finish() {
    try (Closeable scope = counting()) {
      runner.finishBundle();
      finished = true;
      close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (!tornDown) {
      tornDown = true;
      ParDoSpec.tearDown(instance);
    }
  }

  /** Processes all elements, into {@link #outputs()}. */
  void processAll(Iterator<WindowedValue<Object>> elements) {
    try (Closeable scope = counting()) {
      while (elements.hasNext()) {
        runner.processElement(elements.next());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    finish();
  }

  /**
   * Processes elements as they are asked for; for a step of which one output is read, once.
   *
   * @param atEnd told when the bundle is finished
   */
  Iterator<WindowedValue<Object>> processing(
      Iterator<WindowedValue<Object>> elements, Runnable atEnd) {
    List<WindowedValue<Object>> ready = outputs.output(0);
    return new Iterator<>() {
      private int at;
      private @Nullable WindowedValue<Object> next = advance();

      private @Nullable WindowedValue<Object> advance() {
        while (at == ready.size()) {
          ready.clear();
          at = 0;
          if (elements.hasNext()) {
            process(elements.next());
          } else if (!finished) {
            finish();
            atEnd.run();
          } else {
            return null;
          }
        }
        return ready.get(at++);
      }

      @Override
      public boolean hasNext() {
        return next != null;
      }

      @Override
      public WindowedValue<Object> next() {
        WindowedValue<Object> element = next;
        if (element == null) {
          throw new NoSuchElementException(spec.step);
        }
        next = advance();
        return element;
      }
    };
  }
}
