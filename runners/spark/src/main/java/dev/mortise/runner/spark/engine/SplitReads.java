package dev.mortise.runner.spark.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.beam.runners.core.construction.SerializablePipelineOptions;
import org.apache.beam.sdk.io.UnboundedSource.CheckpointMark;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.values.WindowedValue;
import org.apache.beam.sdk.values.WindowedValues;
import org.joda.time.Instant;

/**
 * Reads from one split: what there is, to plan a batch, or what a plan says.
 *
 * <p>A reader that has nothing at the moment may wait to be asked for its watermark: the sources of
 * scripts move it only in a poll of its own, and read on only when it was asked for. So it is asked
 * each time that there is nothing, and the split has nothing if that changes nothing.
 */
final class SplitReads<T, M extends CheckpointMark> {
  private static final long PAUSE_MILLIS = 5;

  private final SplitSource<T, M> source;
  private final SerializablePipelineOptions options;

  SplitReads(SplitSource<T, M> source, SerializablePipelineOptions options) {
    this.source = source;
    this.options = options;
  }

  /** What was read, and the plan that says so. */
  record Result<T>(List<WindowedValue<T>> elements, SplitPlan plan) {}

  /** How much a batch may read. */
  record Limits(long elements, long millis) implements java.io.Serializable {}

  /**
   * Reads on from where {@code reader} is.
   *
   * @param start where the split's watermark stood before
   */
  Result<T> readNew(OpenReaders.Open<T> reader, SplitPlan start, Limits limits) throws IOException {
    List<WindowedValue<T>> elements = new ArrayList<>();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.millis());
    long before = start.watermark();
    long watermark = before;
    boolean idle = false;
    while (elements.size() < limits.elements()
        && (elements.isEmpty() || System.nanoTime() < deadline)) {
      if (reader.advance()) {
        elements.add(current(reader.reader()));
        idle = false;
        continue;
      }
      long now = Math.max(watermark, reader.reader().getWatermark().getMillis());
      if (now == watermark && idle) {
        break;
      }
      idle = now == watermark;
      watermark = now;
      if (isEnd(watermark) || (source.isStepwise() && watermark > before)) {
        break;
      }
    }
    watermark = Math.max(watermark, reader.reader().getWatermark().getMillis());
    byte[] to = source.markOf(reader.reader());
    return new Result<>(
        elements, new SplitPlan(start.split(), start.from(), to, elements.size(), watermark));
  }

  /**
   * Reads what {@code plan} says once more.
   *
   * @throws IOException if the source no longer has it
   */
  List<WindowedValue<T>> readAgain(SplitPlan plan, long patienceMillis) throws IOException {
    if (plan.count() == 0) {
      return List.of();
    }
    UnboundedReader<T> range = source.openRange(options, plan.from(), plan.to());
    try (UnboundedReader<T> reader = range != null ? range : source.open(options, plan.from())) {
      return range != null
          ? readAll(plan, reader, patienceMillis)
          : readCount(plan, reader, patienceMillis);
    }
  }

  private List<WindowedValue<T>> readCount(
      SplitPlan plan, UnboundedReader<T> reader, long patienceMillis) throws IOException {
    List<WindowedValue<T>> elements = new ArrayList<>();
    Attempts attempts = new Attempts(plan, patienceMillis);
    boolean available = reader.start();
    while (true) {
      if (available) {
        elements.add(current(reader));
        if (elements.size() == plan.count()) {
          return elements;
        }
        attempts.reset();
      } else {
        attempts.next(elements.size(), reader);
      }
      available = reader.advance();
    }
  }

  private List<WindowedValue<T>> readAll(
      SplitPlan plan, UnboundedReader<T> reader, long patienceMillis) throws IOException {
    List<WindowedValue<T>> elements = new ArrayList<>();
    Attempts attempts = new Attempts(plan, patienceMillis);
    boolean available = reader.start();
    while (true) {
      if (available) {
        elements.add(current(reader));
        attempts.reset();
      } else if (isEnd(attempts.next(elements.size(), reader))) {
        return elements;
      }
      available = reader.advance();
    }
  }

  /** Asks for watermarks while there is nothing to read, and pauses, but not for ever. */
  private static final class Attempts {
    private final SplitPlan plan;
    private final long patienceMillis;
    private long since = System.nanoTime();
    private int empty;

    Attempts(SplitPlan plan, long patienceMillis) {
      this.plan = plan;
      this.patienceMillis = patienceMillis;
    }

    void reset() {
      empty = 0;
      since = System.nanoTime();
    }

    long next(int read, UnboundedReader<?> reader) throws IOException {
      long watermark = reader.getWatermark().getMillis();
      if (System.nanoTime() - since > TimeUnit.MILLISECONDS.toNanos(patienceMillis)) {
        throw new IOException(
            String.format(
                "Source split %d: a batch that is computed again must read the same %d elements,"
                    + " but the source gave %d. Keep what streams read for as long as a job may"
                    + " have to go back to it.",
                plan.split(), plan.count(), read));
      }
      if (++empty > 3) {
        try {
          Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new java.io.InterruptedIOException("Source split " + plan.split());
        }
      }
      return watermark;
    }
  }

  private static boolean isEnd(long watermark) {
    return watermark >= BoundedWindow.TIMESTAMP_MAX_VALUE.getMillis();
  }

  private static <T> WindowedValue<T> current(UnboundedReader<T> reader) throws IOException {
    Instant time = reader.getCurrentTimestamp();
    return WindowedValues.timestampedValueInGlobalWindow(reader.getCurrent(), time);
  }
}
