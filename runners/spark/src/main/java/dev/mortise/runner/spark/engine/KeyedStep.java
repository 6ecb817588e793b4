package dev.mortise.runner.spark.engine;

import dev.mortise.runner.spark.engine.state.KeyBytes;
import dev.mortise.runner.spark.engine.state.KeyStateInternals;
import dev.mortise.runner.spark.engine.state.KeyTimers;
import dev.mortise.runner.spark.engine.state.PartitionState;
import dev.mortise.runner.spark.engine.state.StateFormat;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.runners.core.metrics.MetricsContainerImpl;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.metrics.MetricsEnvironment;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.WindowedValue;

/**
 * A step with state: one that groups, or whose DoFn has state or timers. In a batch the rows of a
 * key come first, with the watermark as it was, and then the timers that are due behind it. Only
 * keys with rows or due timers are touched.
 */
abstract class KeyedStep implements Serializable {
  private static final long serialVersionUID = 1L;

  final String step;
  final Coder<Object> keyCoder;

  /** Of a row's value with its windows, without the key. */
  final Coder<WindowedValue<Object>> rowCoder;

  final StateFormat format;

  KeyedStep(
      String step,
      Coder<Object> keyCoder,
      Coder<WindowedValue<Object>> rowCoder,
      StateFormat format) {
    this.step = step;
    this.keyCoder = keyCoder;
    this.rowCoder = rowCoder;
    this.format = format;
  }

  /** The outputs that other steps read. */
  abstract List<TupleTag<?>> read();

  /** Of the elements of these outputs, with their windows. */
  abstract List<Coder<WindowedValue<Object>>> readCoders();

  /** Begins a bundle. */
  abstract Bundle open(Outputs outputs, KeyStateInternals state, KeyTimers timers);

  /** The keys of a partition, one after the other. */
  interface Bundle extends Closeable {
    /** Takes the rows of the key that is open. */
    void rows(Object key, List<WindowedValue<Object>> rows) throws Exception;

    /**
     * Fires the processing-time timers that the key still has when nothing comes after this batch.
     */
    void pending(Object key);

    /** Fires the timers of the key that are due. */
    void timers(Object key) throws Exception;

    void finish();

    @Override
    void close();
  }

  /**
   * Computes the block of a partition.
   *
   * @param metrics takes what is counted
   */
  @SuppressWarnings("try") // The scope is only to be left.
  Block run(
      PartitionState before, Iterator<Chunk> chunks, BatchTimes times, MetricsContainerImpl metrics)
      throws IOException {
    Map<KeyBytes, List<WindowedValue<Object>>> rows = rowsByKey(chunks);
    PartitionState.Update update = before.update();
    KeyStateInternals state = new KeyStateInternals();
    KeyTimers timers = new KeyTimers();
    Outputs outputs = new Outputs(read());
    timers.setTimes(
        BatchTimes.instant(times.inputBefore()),
        BatchTimes.instant(times.outputBefore()),
        BatchTimes.instant(times.processing()));
    try (Closeable scope = MetricsEnvironment.scopedMetricsContainer(metrics);
        Bundle bundle = open(outputs, state, timers)) {
      for (Map.Entry<KeyBytes, List<WindowedValue<Object>>> entry : rows.entrySet()) {
        work(bundle, entry.getKey(), entry.getValue(), update, state, timers, times);
      }
      List<KeyBytes> others =
          times.ends()
              ? before.all()
              : before.due(
                  BatchTimes.instant(times.inputAfter()), BatchTimes.instant(times.processing()));
      for (KeyBytes key : others) {
        if (!rows.containsKey(key)) {
          work(bundle, key, List.of(), update, state, timers, times);
        }
      }
      bundle.finish();
    }
    return new Block(readCoders(), outputs.all(), update.finish(), null);
  }

  private void work(
      Bundle bundle,
      KeyBytes bytes,
      List<WindowedValue<Object>> rows,
      PartitionState.Update update,
      KeyStateInternals state,
      KeyTimers timers,
      BatchTimes times)
      throws IOException {
    Object key = CoderUtils.decodeFromByteArray(keyCoder, bytes.bytes());
    update.open(bytes, key, state, timers);
    try {
      if (!rows.isEmpty()) {
        setTimes(timers, times, times.inputBefore());
        bundle.rows(key, rows);
      }
      if (times.ends()) {
        // In front of the end of time, at which a window's state is gone.
        setTimes(timers, times, times.inputBefore());
        bundle.pending(key);
      }
      setTimes(timers, times, times.inputAfter());
      bundle.timers(key);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(step, e);
    }
    if (times.ends()) {
      // Nothing can ask for it any more.
      state.clear();
      timers.clear();
    }
    update.commit(bytes, state, timers);
  }

  private static void setTimes(KeyTimers timers, BatchTimes times, long input) {
    timers.setTimes(
        BatchTimes.instant(input),
        BatchTimes.instant(times.outputBefore()),
        BatchTimes.instant(times.processing()));
  }

  private Map<KeyBytes, List<WindowedValue<Object>>> rowsByKey(Iterator<Chunk> chunks)
      throws IOException {
    List<Chunk> inOrder = new ArrayList<>();
    chunks.forEachRemaining(inOrder::add);
    inOrder.sort(null);
    Map<KeyBytes, List<WindowedValue<Object>>> rows = new LinkedHashMap<>();
    for (Chunk chunk : inOrder) {
      chunk.read(
          (key, value) ->
              rows.computeIfAbsent(new KeyBytes(key), any -> new ArrayList<>())
                  .add(rowCoder.decode(value)));
    }
    return rows;
  }
}
