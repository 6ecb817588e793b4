package dev.mortise.bench.beam;

import dev.mortise.bench.Event;
import dev.mortise.bench.Found;
import dev.mortise.bench.Workload;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionList;

/**
 * What no stateful step of Beam does faster if it is given each row by itself: a step that reads
 * one value of state for each row of the workload, stores nothing, sets no timer and joins nothing.
 */
public final class Floor {
  private Floor() {}

  /** Adds it to a pipeline. It counts each row as a pair with itself. */
  public static void build(Pipeline pipeline, Workload workload, boolean streaming) {
    Streams streams = Streams.of(pipeline, workload, streaming);
    PCollectionList.of(streams.left())
        .and(streams.right())
        .apply("FlattenStreams", Flatten.pCollections())
        .apply("ReadState", ParDo.of(new ReadState()))
        .apply("CountRows", ParDo.of(new CountRows()));
  }

  private static final class ReadState extends DoFn<KV<Long, Event>, Event> {
    private static final long serialVersionUID = 1L;
    private static final String VALUE = "value";

    @StateId(VALUE)
    @SuppressWarnings("UnusedVariable") // Beam finds it by its annotation.
    private final StateSpec<ValueState<Integer>> value = StateSpecs.value(VarIntCoder.of());

    @ProcessElement
    public void read(
        @Element KV<Long, Event> row,
        @StateId(VALUE) ValueState<Integer> state,
        OutputReceiver<Event> out) {
      if (state.read() == null) {
        out.output(row.getValue());
      }
    }
  }

  private static final class CountRows extends DoFn<Event, Void> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void count(@Element Event row) {
      Found.pair(row.id, row.id);
    }
  }
}
