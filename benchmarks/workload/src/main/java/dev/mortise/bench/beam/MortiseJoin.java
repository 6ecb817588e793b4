package dev.mortise.bench.beam;

import dev.mortise.bench.Event;
import dev.mortise.bench.Found;
import dev.mortise.bench.Workload;
import dev.mortise.join.IntervalJoin;
import dev.mortise.join.IntervalJoinResult;
import dev.mortise.join.JoinInterval;
import dev.mortise.join.JoinType;
import dev.mortise.join.JoinedPair;
import dev.mortise.join.KeyedStreams;
import dev.mortise.join.LateRow;
import dev.mortise.join.UnmatchedRow;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.joda.time.Duration;

/** The join of this project. */
public final class MortiseJoin {
  private MortiseJoin() {}

  /** Adds the workload's join to a pipeline. */
  public static void build(Pipeline pipeline, Workload workload, boolean streaming, int shards) {
    Streams streams = Streams.of(pipeline, workload, streaming);
    IntervalJoinResult<Long, Event, Event> joined =
        KeyedStreams.of(streams.left(), streams.right())
            .apply(
                "JoinStreams",
                IntervalJoin.<Long, Event, Event>of(
                        workload.outer() ? JoinType.LEFT : JoinType.INNER,
                        JoinInterval.between(
                            Duration.millis(workload.lowerMillis()),
                            Duration.millis(workload.upperMillis())))
                    .withShards(shards));
    joined.matched().apply("CountPairs", ParDo.of(new CountPairs()));
    joined.unmatchedLeft().apply("CountUnmatched", ParDo.of(new CountUnmatched()));
    joined.late().apply("CountLate", ParDo.of(new CountLate()));
  }

  private static final class CountPairs extends DoFn<JoinedPair<Long, Event, Event>, Void> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void count(@Element JoinedPair<Long, Event, Event> pair) {
      Found.pair(pair.left().id, pair.right().id);
    }
  }

  private static final class CountUnmatched extends DoFn<UnmatchedRow<Long, Event>, Void> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void count(@Element UnmatchedRow<Long, Event> row) {
      Found.unmatched(row.row().id);
    }
  }

  private static final class CountLate extends DoFn<LateRow<Long, Event, Event>, Void> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void count() {
      Found.late();
    }
  }
}
