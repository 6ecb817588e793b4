package dev.mortise.runner.spark.engine;

import java.util.List;
import org.apache.beam.sdk.io.BoundedSource;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.values.PCollection;
import org.jspecify.annotations.Nullable;

/** A step of a pipeline, as the engine runs it. Nodes of a graph are in topological order. */
sealed interface Node {
  /** The node's number in its graph. */
  int id();

  /** The step's full name. */
  String name();

  List<PCollection<?>> inputs();

  /** The collections that it gives. */
  List<PCollection<?>> outputs();

  /** Reads a stream. */
  record Read(int id, String name, UnboundedSource<?, ?> source, PCollection<?> output)
      implements Node {
    @Override
    public List<PCollection<?>> inputs() {
      return List.of();
    }

    @Override
    public List<PCollection<?>> outputs() {
      return List.of(output);
    }
  }

  /** Reads what is bounded, all of it in the first batch; without a source, one empty element. */
  record ReadAll(int id, String name, @Nullable BoundedSource<?> source, PCollection<?> output)
      implements Node {
    @Override
    public List<PCollection<?>> inputs() {
      return List.of();
    }

    @Override
    public List<PCollection<?>> outputs() {
      return List.of(output);
    }
  }

  /**
   * A DoFn without state.
   *
   * @param outputs those that are read, in the order of {@link ParDoSpec#read}
   */
  record Stateless(
      int id, String name, ParDoSpec spec, PCollection<?> input, List<PCollection<?>> outputs)
      implements Node {
    @Override
    public List<PCollection<?>> inputs() {
      return List.of(input);
    }
  }

  /**
   * A step with state.
   *
   * @param outputs those that are read, in the order of {@link KeyedStep#read}
   */
  record Keyed(
      int id, String name, KeyedStep step, PCollection<?> input, List<PCollection<?>> outputs)
      implements Node {
    @Override
    public List<PCollection<?>> inputs() {
      return List.of(input);
    }
  }

  /** Brings collections together. */
  record Flatten(int id, String name, List<PCollection<?>> inputs, PCollection<?> output)
      implements Node {
    @Override
    public List<PCollection<?>> outputs() {
      return List.of(output);
    }
  }

  /**
   * Assigns windows.
   *
   * @param windows how; null to leave them as they are
   */
  record Assign(
      int id,
      String name,
      @Nullable WindowFn<Object, BoundedWindow> windows,
      PCollection<?> input,
      PCollection<?> output)
      implements Node {
    @Override
    public List<PCollection<?>> inputs() {
      return List.of(input);
    }

    @Override
    public List<PCollection<?>> outputs() {
      return List.of(output);
    }
  }
}
