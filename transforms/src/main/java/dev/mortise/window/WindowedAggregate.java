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

/**
 * Aggregates the rows of each key in windows of event time, and says of each row either in which
 * windows it is or that it came too late for all of them.
 *
 * <p>For example, a sum in {@code fixed(5 minutes)} with two minutes of allowed lateness and {@link
 * EmitMode#finalOnly()}, {@code W} being the watermark:
 *
 * <pre>{@code
 * rows    10:01 (1)   10:04 (2)            10:03 (4)            10:02 (8)
 * W                               10:05                10:07
 *
 * panes                           [10:00 - 10:05) = 3, on time
 *                                          [10:00 - 10:05) = 7, late
 * tooLate                                                       10:02 (8)
 * }</pre>
 *
 * <h2>Outputs</h2>
 *
 * <ul>
 *   <li><b>panes</b>: the aggregate of all rows that a window has had so far, when the {@link
 *       EmitMode} says so; its timestamp is the last millisecond of the window. A later pane of the
 *       same key and window replaces the earlier ones. A window without rows has none.
 *   <li><b>tooLate</b>: rows whose windows had all expired when they came, each with its own event
 *       time. Beam's grouping drops these. A row of sliding windows of which only some have expired
 *       is in the panes of the others, and the windows that it missed are counted.
 * </ul>
 *
 * <p>A window expires when the watermark is past its last millisecond plus the allowed lateness.
 * Where the input is bounded, no row is too late, and each window has one pane in every mode.
 *
 * <p>Both outputs are in the global window with the default trigger.
 *
 * <h2>State</h2>
 *
 * <p>For each key the accumulators of the windows that have not expired. The step that finds the
 * rows that come too late keeps none.
 *
 * <h2>Windows of the input</h2>
 *
 * <p>Rows are put into the global window first; their own windows, triggers and allowed lateness
 * play no part. An input whose window function can put a row into several windows is refused: the
 * row would be counted once for each.
 *
 * <h2>Example</h2>
 *
 * <pre>{@code
 * WindowedAggregateResult<String, Purchase, Long> counted =
 *     purchases.apply(
 *         "CountPurchases",
 *         WindowedAggregate.of(
 *             WindowSpec.fixed(Duration.standardMinutes(5))
 *                 .withAllowedLateness(Duration.standardMinutes(10)),
 *             EmitMode.earlyAndFinal(Duration.standardSeconds(30)),
 *             Count.combineFn()));
 * }</pre>
 *
 * <h2>Traps</h2>
 *
 * <ul>
 *   <li>Results never come while the watermark stands still, other than early ones.
 *   <li>Sessions that are merged do not take back the panes that they have had: the pane of the
 *       merged session stands for all windows that lie in it.
 *   <li>Keys are compared by their encoded bytes, so the key coder must be deterministic. Null is a
 *       key like any other if the coder takes it.
 *   <li>Step name, window, emit mode, lateness and the accumulator's coder are part of the state.
 *       Change one, and a savepoint no longer fits.
 *   <li>Rows that come too late are told by the watermark that a timer counts from. Portable
 *       runners show the row's own time there, so on them such rows are dropped by Beam.
 * </ul>
 *
 * @param <K> key, with a deterministic coder
 * @param <InputT> row
 * @param <OutputT> aggregate
 */
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
    PCollection<KV<K, KV<Boolean, OutputT>>> results =
        sorted
            .get(inTime)
            .setCoder(coder)
            // Windows take the longer of their own lateness and the one that came with the input.
            .setWindowingStrategyInternal(WindowingStrategy.globalDefault())
            .apply("AssignWindows", emit.into(window, bounded))
            .apply("AggregateWindows", Combine.perKey(NonEmptyFn.of(aggregate)));
    Coder<OutputT> resultCoder = resultCoder(results);
    PCollection<WindowPane<K, OutputT>> panes =
        results
            .apply("DescribePanes", ParDo.of(new DescribePanes<>(emit.isUpdates())))
            .setCoder(new WindowPaneCoder<>(coder.getKeyCoder(), resultCoder))
            .apply("RewindowPanes", intoGlobalWindow());
    return new WindowedAggregateResult<>(
        panes.setWindowingStrategyInternal(WindowingStrategy.globalDefault()),
        sorted
            .get(tooLate)
            .setCoder(new TooLateRowCoder<>(coder.getKeyCoder(), coder.getValueCoder()))
            .setWindowingStrategyInternal(WindowingStrategy.globalDefault()));
  }

  private static <K, V> Coder<V> resultCoder(PCollection<KV<K, KV<Boolean, V>>> results) {
    return ((KvCoder<Boolean, V>) kvCoder(results).getValueCoder()).getValueCoder();
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
