package dev.mortise.window;

import java.util.Objects;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.Coder.NonDeterministicException;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollection.IsBounded;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.WindowingStrategy;
import org.joda.time.Duration;

/** Javadoc follows. */
public final class WindowedAggregate<K, InputT, OutputT>
    extends PTransform<PCollection<KV<K, InputT>>, WindowedAggregateResult<K, InputT, OutputT>> {
  private static final long serialVersionUID = 1L;

  private final WindowSpec window;
  private final EmitMode emit;
  private final CombineFn<? super InputT, ?, OutputT> aggregate;

  private WindowedAggregate(
      WindowSpec window, EmitMode emit, CombineFn<? super InputT, ?, OutputT> aggregate) {
    this.window = Objects.requireNonNull(window, "window");
    this.emit = Objects.requireNonNull(emit, "emit");
    this.aggregate = Objects.requireNonNull(aggregate, "aggregate");
  }

  /**
   * Aggregates the rows of each key and window.
   *
   * @param window which windows rows are put into, in event time
   * @param emit when results are emitted
   * @param aggregate makes the result; its accumulator is what state holds
   */
  public static <K, InputT, OutputT> WindowedAggregate<K, InputT, OutputT> of(
      WindowSpec window, EmitMode emit, CombineFn<? super InputT, ?, OutputT> aggregate) {
    return new WindowedAggregate<>(window, emit, aggregate);
  }

  @Override
  public WindowedAggregateResult<K, InputT, OutputT> expand(PCollection<KV<K, InputT>> input) {
    KvCoder<K, InputT> coder = kvCoder(input);
    boolean bounded = input.isBounded() == IsBounded.BOUNDED;
    TupleTag<KV<K, InputT>> inTime = new TupleTag<>("inTime");
    TupleTag<TooLateRow<K, InputT>> tooLate = new TupleTag<>("tooLate");
    PCollectionTuple sorted =
        inGlobalWindow(input)
            .apply(
                "DivertTooLate",
                ParDo.of(
                        bounded
                            ? new CountRows<K, InputT>(window)
                            : new DivertTooLate<>(window, inTime, tooLate))
                    .withOutputTags(inTime, TupleTagList.of(tooLate)));
    PCollection<KV<K, OutputT>> results =
        sorted
            .get(inTime)
            .setCoder(coder)
            // Windows take the longer of their own lateness and the one that came with the input.
            .setWindowingStrategyInternal(WindowingStrategy.globalDefault())
            .apply("AssignWindows", emit.into(window, bounded))
            .apply("AggregateWindows", Combine.perKey(aggregate));
    Coder<OutputT> resultCoder = kvCoder(results).getValueCoder();
    PCollection<WindowPane<K, OutputT>> panes =
        results
            .apply("DescribePanes", ParDo.of(new DescribePanes<>()))
            .setCoder(new WindowPaneCoder<>(coder.getKeyCoder(), resultCoder))
            .apply("RewindowPanes", intoGlobalWindow());
    return new WindowedAggregateResult<>(
        panes.setWindowingStrategyInternal(WindowingStrategy.globalDefault()),
        sorted
            .get(tooLate)
            .setCoder(new TooLateRowCoder<>(coder.getKeyCoder(), coder.getValueCoder()))
            .setWindowingStrategyInternal(WindowingStrategy.globalDefault()));
  }

  private static <K, V> KvCoder<K, V> kvCoder(PCollection<KV<K, V>> input) {
    if (!(input.getCoder() instanceof KvCoder<K, V> coder)) {
      throw new IllegalArgumentException(
          "WindowedAggregate: the coder of the input must be a KvCoder, but is "
              + input.getCoder()
              + ". Set one with setCoder(KvCoder.of(keyCoder, rowCoder)).");
    }
    try {
      coder.getKeyCoder().verifyDeterministic();
    } catch (NonDeterministicException e) {
      throw new IllegalArgumentException(
          "WindowedAggregate: the key coder must be deterministic, but is "
              + coder.getKeyCoder()
              + ". Equal keys must have equal bytes.",
          e);
    }
    return coder;
  }

  private static <T> PCollection<T> inGlobalWindow(PCollection<T> input) {
    WindowingStrategy<?, ?> strategy = input.getWindowingStrategy();
    if (!strategy.getWindowFn().assignsToOneWindow()) {
      throw new IllegalArgumentException(
          String.format(
              "WindowedAggregate: a row of the input must be in one window, but its windows are %s,"
                  + " which would count it once for each. Aggregate before windowing.",
              strategy.getWindowFn()));
    }
    // The same collection where there is nothing to change: a step less.
    return strategy.equals(WindowingStrategy.globalDefault())
        ? input
        : input.apply("RewindowRows", intoGlobalWindow());
  }

  private static <T> Window<T> intoGlobalWindow() {
    return Window.<T>into(new GlobalWindows())
        .triggering(DefaultTrigger.of())
        .withAllowedLateness(Duration.ZERO)
        .discardingFiredPanes();
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder
        .add(DisplayData.item("window", window.toString()).withLabel("Windows, event time"))
        .add(DisplayData.item("emit", emit.toString()).withLabel("Emit mode, processing time"))
        .add(
            DisplayData.item("allowedLateness", window.allowedLateness())
                .withLabel("Allowed lateness, event time"))
        .add(DisplayData.item("aggregate", aggregate.getClass()).withLabel("Aggregate"))
        .include("aggregateFn", aggregate);
  }
}
