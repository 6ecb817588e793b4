package dev.mortise.runner.spark.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.io.range.OffsetRange;
import org.apache.beam.sdk.state.OrderedListState;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.transforms.splittabledofn.RestrictionTracker;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionView;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

/** What would go wrong is refused before anything runs, by the step's name. */
class RefusalsTest {
  private final Pipeline pipeline = Engine.pipeline();
  private final PCollection<KV<String, Integer>> rows =
      pipeline.apply("Read", Read.from(Steps.of(Steps.row("a", 1, 1))));

  private void assertRefused(String... parts) {
    assertThatThrownBy(() -> PipelineReader.read(pipeline))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContainingAll(parts);
  }

  static final class StableFn extends DoFn<KV<String, Integer>, Void> {
    private static final long serialVersionUID = 1L;

    @RequiresStableInput
    @ProcessElement
    public void process() {}
  }

  @Test
  void stableInput() {
    rows.apply("Stable", ParDo.of(new StableFn()));
    assertRefused("Stable", "@RequiresStableInput is not supported in a stream on Spark");
  }

  static final class SortedFn extends DoFn<KV<String, Integer>, Void> {
    private static final long serialVersionUID = 1L;

    @StateId("any")
    private final StateSpec<ValueState<Integer>> anySpec = StateSpecs.value(VarIntCoder.of());

    @RequiresTimeSortedInput
    @ProcessElement
    public void process(@StateId("any") ValueState<Integer> any) {}
  }

  @Test
  void timeSortedInput() {
    rows.apply("Sorted", ParDo.of(new SortedFn()));
    assertRefused("Sorted", "@RequiresTimeSortedInput is not supported");
  }

  static final class ListFn extends DoFn<KV<String, Integer>, Void> {
    private static final long serialVersionUID = 1L;

    @StateId("list")
    private final StateSpec<OrderedListState<Integer>> listSpec =
        StateSpecs.orderedList(VarIntCoder.of());

    @ProcessElement
    public void process(@StateId("list") OrderedListState<Integer> list) {}
  }

  @Test
  void orderedLists() {
    rows.apply("List", ParDo.of(new ListFn()));
    assertRefused("List", "state \"list\" must be a value", "but is OrderedListState");
  }

  static final class SplitFn extends DoFn<KV<String, Integer>, Void> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void process(RestrictionTracker<OffsetRange, Long> tracker) {}

    @GetInitialRestriction
    public OffsetRange all() {
      return new OffsetRange(0, 1);
    }
  }

  @Test
  void splittableDoFns() {
    rows.apply("Split", ParDo.of(new SplitFn()));
    assertRefused("Split", "a stream on Spark has no splittable DoFns");
  }

  static final class SideFn extends DoFn<KV<String, Integer>, Void> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void process() {}
  }

  @Test
  void sideInputs() {
    PCollectionView<Iterable<String>> view =
        pipeline.apply("Create", Create.of("x")).apply("View", View.asIterable());
    rows.apply("Side", ParDo.of(new SideFn()).withSideInputs(view));
    assertRefused("View", "Side", "a stream on Spark cannot read side inputs");
  }

  static final class StatefulFn extends DoFn<KV<String, Integer>, Void> {
    private static final long serialVersionUID = 1L;

    @StateId("any")
    private final StateSpec<ValueState<Integer>> anySpec = StateSpecs.value(VarIntCoder.of());

    @ProcessElement
    public void process(@StateId("any") ValueState<Integer> any) {}
  }

  @Test
  void stateInWindowsThatMerge() {
    rows.apply("Sessions", Window.into(Sessions.withGapDuration(Duration.millis(1))))
        .apply("Stateful", ParDo.of(new StatefulFn()));
    assertRefused("Stateful", "a DoFn with state cannot be in windows that merge");
  }
}
