package dev.mortise.bench.beam;

import dev.mortise.bench.Event;
import dev.mortise.bench.Found;
import dev.mortise.bench.Workload;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.join.CoGbkResult;
import org.apache.beam.sdk.transforms.join.CoGroupByKey;
import org.apache.beam.sdk.transforms.join.KeyedPCollectionTuple;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Duration;

/**
 * What is done in Beam without a join of its own: both streams in sliding windows twice as long as
 * the bound, grouped by key, and every pair of a group looked at. Two windows can see a pair; the
 * later one that its earlier row is in counts it. Unmatched rows are not told.
 */
public final class SlidingGroups {
  private static final TupleTag<Event> LEFT = new TupleTag<>("left");
  private static final TupleTag<Event> RIGHT = new TupleTag<>("right");

  private SlidingGroups() {}

  /**
   * Adds the workload's join to a pipeline.
   *
   * @throws IllegalArgumentException if it asks for unmatched rows
   */
  public static void build(Pipeline pipeline, Workload workload, boolean streaming) {
    if (workload.outer()) {
      throw new IllegalArgumentException("SlidingGroups.build: finds pairs only.");
    }
    Streams streams = Streams.of(pipeline, workload, streaming);
    long bound = Math.max(Math.abs(workload.lowerMillis()), Math.abs(workload.upperMillis()));
    KeyedPCollectionTuple.of(LEFT, windowed("WindowLeft", streams.left(), bound))
        .and(RIGHT, windowed("WindowRight", streams.right(), bound))
        .apply("GroupStreams", CoGroupByKey.create())
        .apply("PairRows", ParDo.of(new PairRows(workload, bound)));
  }

  private static PCollection<KV<Long, Event>> windowed(
      String step, PCollection<KV<Long, Event>> rows, long bound) {
    return rows.apply(
        step,
        Window.into(SlidingWindows.of(Duration.millis(2 * bound)).every(Duration.millis(bound))));
  }

  private static final class PairRows extends DoFn<KV<Long, CoGbkResult>, Void> {
    private static final long serialVersionUID = 1L;
    private final Workload workload;
    private final long bound;

    PairRows(Workload workload, long bound) {
      this.workload = workload;
      this.bound = bound;
    }

    @ProcessElement
    public void pair(@Element KV<Long, CoGbkResult> group, IntervalWindow window) {
      for (Event left : group.getValue().getAll(LEFT)) {
        for (Event right : group.getValue().getAll(RIGHT)) {
          long gap = right.time - left.time;
          long first = Math.floorDiv(Math.min(left.time, right.time), bound) * bound;
          if (gap >= workload.lowerMillis()
              && gap <= workload.upperMillis()
              && window.start().getMillis() == first) {
            Found.pair(left.id, right.id);
          }
        }
      }
    }
  }
}
