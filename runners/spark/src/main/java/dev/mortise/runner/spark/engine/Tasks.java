package dev.mortise.runner.spark.engine;

import dev.mortise.runner.spark.engine.state.PartitionState;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.beam.runners.core.construction.SerializablePipelineOptions;
import org.apache.beam.runners.core.metrics.MetricsContainerImpl;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.io.BoundedSource;
import org.apache.beam.sdk.metrics.MetricsEnvironment;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.values.WindowedValue;
import org.apache.beam.sdk.values.WindowedValues;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.TaskCompletionListener;
import org.joda.time.Instant;
import scala.Tuple2;

/** What tasks do. Each is a value that says all that it needs. */
final class Tasks {
  private Tasks() {}

  /**
   * What the driver has to know of a partition of a keyed step behind a batch.
   *
   * @param emitted how many elements each output has
   */
  record Summary(
      int node, long nextEvent, long nextProcessing, long hold, int keys, List<Integer> emitted)
      implements Serializable {}

  /** Where a partition's state was written. */
  record Written(int node, int partition, String file) implements Serializable {}

  /** A partition's state, and which partition it is: zipping does not say. */
  record Numbered(int partition, PartitionState state) implements Serializable {}

  /** Counts what is done in a batch by a node. */
  record Counting(BatchMetrics metrics, long batch, int node, String step) implements Serializable {
    void report(int partition, MetricsContainerImpl counted) {
      metrics.add(
          new BatchMetrics.Report(new BatchMetrics.Place(batch, node, partition, step), counted));
    }
  }

  /** Takes the elements of one output out of blocks. */
  record Output(int index) implements Rdds.Narrow<Block, WindowedValue<Object>> {
    @Override
    public Iterator<WindowedValue<Object>> call(int partition, Iterator<Block> blocks) {
      return only(blocks).output(index).iterator();
    }
  }

  /**
   * The one element of a partition. Asked to the end, or Spark keeps its lock on a cached block
   * until the task is over, and warns of it.
   */
  static <T> T only(Iterator<T> elements) {
    T only = elements.next();
    if (elements.hasNext()) {
      throw new IllegalStateException("A partition must hold one element, but holds more.");
    }
    return only;
  }

  /** Puts elements that several steps read into blocks. */
  record ToBlock(Coder<WindowedValue<Object>> coder)
      implements Rdds.Narrow<WindowedValue<Object>, Block> {
    @Override
    public Iterator<Block> call(int partition, Iterator<WindowedValue<Object>> elements) {
      List<WindowedValue<Object>> all = new ArrayList<>();
      elements.forEachRemaining(all::add);
      return List.of(new Block(List.of(coder), List.of(all), null, null)).iterator();
    }
  }

  /** A DoFn of which one output is read, by one step. */
  record Pipelined(Broadcast<ParDoSpec> spec, Counting counting)
      implements Rdds.Narrow<WindowedValue<Object>, WindowedValue<Object>> {
    @Override
    public Iterator<WindowedValue<Object>> call(
        int partition, Iterator<WindowedValue<Object>> elements) {
      StatelessStep step = new StatelessStep(spec.value());
      TaskCompletionListener tearDown = task -> step.close();
      TaskContext.get().addTaskCompletionListener(tearDown);
      return step.processing(elements, () -> counting.report(partition, step.metrics()));
    }
  }

  /** A DoFn whose outputs are read more than once altogether. */
  record ToBlocks(Broadcast<ParDoSpec> spec, Counting counting)
      implements Rdds.Narrow<WindowedValue<Object>, Block> {
    @Override
    public Iterator<Block> call(int partition, Iterator<WindowedValue<Object>> elements) {
      try (StatelessStep step = new StatelessStep(spec.value())) {
        step.processAll(elements);
        counting.report(partition, step.metrics());
        return List.of(
                new Block(
                    Coders.ofElements(spec.value().readCoders), step.outputs().all(), null, null))
            .iterator();
      }
    }
  }

  /** A DoFn that nobody reads from. */
  record Drained(Broadcast<ParDoSpec> spec, Counting counting)
      implements Rdds.Narrow<WindowedValue<Object>, Summary> {
    @Override
    public Iterator<Summary> call(int partition, Iterator<WindowedValue<Object>> elements) {
      try (StatelessStep step = new StatelessStep(spec.value())) {
        step.processAll(elements);
        counting.report(partition, step.metrics());
        return Collections.emptyIterator();
      }
    }
  }

  /** Assigns windows. */
  record Assigned(WindowFn<Object, BoundedWindow> windows)
      implements Rdds.Narrow<WindowedValue<Object>, WindowedValue<Object>> {
    @Override
    public Iterator<WindowedValue<Object>> call(
        int partition, Iterator<WindowedValue<Object>> elements) {
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return elements.hasNext();
        }

        @Override
        public WindowedValue<Object> next() {
          return assign(elements.next());
        }
      };
    }

    private WindowedValue<Object> assign(WindowedValue<Object> element) {
      try {
        Collection<BoundedWindow> assigned =
            windows.assignWindows(
                windows.new AssignContext() {
                  @Override
                  public Object element() {
                    return element.getValue();
                  }

                  @Override
                  public Instant timestamp() {
                    return element.getTimestamp();
                  }

                  @Override
                  public BoundedWindow window() {
                    return element.getWindows().iterator().next();
                  }
                });
        return WindowedValues.of(
            element.getValue(), element.getTimestamp(), assigned, element.getPaneInfo());
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException("A window could not be assigned.", e);
      }
    }
  }

  /** Reads bounded sources, each as a partition. */
  record ReadBounded(SerializablePipelineOptions options, Counting counting)
      implements Rdds.Narrow<BoundedSource<?>, WindowedValue<Object>> {
    @Override
    @SuppressWarnings("try") // The scope is only to be left.
    public Iterator<WindowedValue<Object>> call(int partition, Iterator<BoundedSource<?>> sources)
        throws IOException {
      MetricsContainerImpl counted = new MetricsContainerImpl(counting.step());
      List<WindowedValue<Object>> elements = new ArrayList<>();
      try (java.io.Closeable scope = MetricsEnvironment.scopedMetricsContainer(counted)) {
        while (sources.hasNext()) {
          try (BoundedSource.BoundedReader<?> reader = sources.next().createReader(options.get())) {
            for (boolean more = reader.start(); more; more = reader.advance()) {
              elements.add(
                  WindowedValues.timestampedValueInGlobalWindow(
                      reader.getCurrent(), reader.getCurrentTimestamp()));
            }
          }
        }
      }
      counting.report(partition, counted);
      return elements.iterator();
    }
  }

  /** Sends rows to the partition of their key. */
  record Send(Broadcast<KeyedStep> step, int partitions)
      implements Rdds.Narrow<WindowedValue<Object>, Tuple2<Integer, Chunk>> {
    @Override
    public Iterator<Tuple2<Integer, Chunk>> call(
        int partition, Iterator<WindowedValue<Object>> elements) throws IOException {
      KeyedStep to = step.value();
      return Chunk.of(partition, elements, to.keyCoder, to.rowCoder, partitions);
    }
  }

  /** Says which partition a state is of. */
  record WithNumber() implements Rdds.Narrow<PartitionState, Numbered> {
    @Override
    public Iterator<Numbered> call(int partition, Iterator<PartitionState> states) {
      return List.of(new Numbered(partition, only(states))).iterator();
    }
  }

  /** Runs a keyed step, with rows or for its timers only. */
  record Keyed(Broadcast<KeyedStep> step, BatchTimes times, Counting counting)
      implements Rdds.Zip<Numbered, Chunk, Block>, Rdds.Narrow<Numbered, Block> {
    @Override
    public Iterator<Block> call(Iterator<Numbered> states, Iterator<Chunk> chunks)
        throws IOException {
      Numbered before = only(states);
      MetricsContainerImpl counted = new MetricsContainerImpl(counting.step());
      Block block = step.value().run(before.state(), chunks, times, counted);
      counting.report(before.partition(), counted);
      return List.of(block).iterator();
    }

    @Override
    public Iterator<Block> call(int partition, Iterator<Numbered> states) throws IOException {
      return call(states, Collections.emptyIterator());
    }
  }

  /** Tells the driver what it has to know. */
  record Summarize(int node) implements Rdds.Zip<PartitionState, Block, Summary> {
    @Override
    public Iterator<Summary> call(Iterator<PartitionState> states, Iterator<Block> blocks) {
      PartitionState state = only(states);
      Block block = only(blocks);
      List<Integer> emitted = new ArrayList<>();
      for (int i = 0; i < block.outputs(); i++) {
        emitted.add(block.output(i).size());
      }
      return List.of(summary(node, state, emitted)).iterator();
    }
  }

  /** The same of state that was read from files. */
  record Inspect(int node) implements Rdds.Narrow<PartitionState, Summary> {
    @Override
    public Iterator<Summary> call(int partition, Iterator<PartitionState> states) {
      return List.of(summary(node, only(states), List.of())).iterator();
    }
  }

  private static Summary summary(int node, PartitionState state, List<Integer> emitted) {
    return new Summary(
        node, state.nextEvent(), state.nextProcessing(), state.hold(), state.size(), emitted);
  }

  /** Writes state to files. */
  record Save(JobStore store, long batch, int node, Broadcast<KeyedStep> step)
      implements Rdds.Narrow<PartitionState, Written> {
    @Override
    public Iterator<Written> call(int partition, Iterator<PartitionState> states)
        throws IOException {
      String file = store.write(batch, node, partition, only(states), step.value().format);
      return List.of(new Written(node, partition, file)).iterator();
    }
  }
}
