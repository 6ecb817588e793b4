package dev.mortise.runner.spark.engine.state;

import org.apache.beam.runners.core.StateTag;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.state.BagState;
import org.apache.beam.sdk.state.CombiningState;
import org.apache.beam.sdk.state.MapState;
import org.apache.beam.sdk.state.MultimapState;
import org.apache.beam.sdk.state.OrderedListState;
import org.apache.beam.sdk.state.SetState;
import org.apache.beam.sdk.state.StateContext;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.state.WatermarkHoldState;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.CombineWithContext.CombineFnWithContext;
import org.apache.beam.sdk.transforms.windowing.TimestampCombiner;
import org.apache.beam.sdk.util.CombineFnUtil;

/** Makes the state that user code sees of one cell. */
@SuppressWarnings("deprecation") // Beam's own runners bind tags in this way.
record Binder(KeyStateInternals cells, CellId id, StateContext<?> context)
    implements StateTag.StateBinder {

  @Override
  public <T> ValueState<T> bindValue(StateTag<ValueState<T>> tag, Coder<T> coder) {
    return new States.Value<>(cells, id, coder);
  }

  @Override
  public <T> BagState<T> bindBag(StateTag<BagState<T>> tag, Coder<T> elements) {
    return new States.Bag<>(cells, id, elements);
  }

  @Override
  public <T> SetState<T> bindSet(StateTag<SetState<T>> tag, Coder<T> elements) {
    return new EntryStates.OfSet<>(new EntryStates<>(cells, id, elements, null));
  }

  @Override
  public <K, V> MapState<K, V> bindMap(
      StateTag<MapState<K, V>> tag, Coder<K> keys, Coder<V> values) {
    return new EntryStates.OfMap<>(new EntryStates<>(cells, id, keys, values), values);
  }

  @Override
  public <K, V> MultimapState<K, V> bindMultimap(
      StateTag<MultimapState<K, V>> tag, Coder<K> keys, Coder<V> values) {
    throw new UnsupportedOperationException("MultimapState is not supported on Spark.");
  }

  @Override
  public <T> OrderedListState<T> bindOrderedList(
      StateTag<OrderedListState<T>> tag, Coder<T> elements) {
    throw new UnsupportedOperationException("OrderedListState is not supported on Spark.");
  }

  @Override
  public <I, A, O> CombiningState<I, A, O> bindCombiningValue(
      StateTag<CombiningState<I, A, O>> tag, Coder<A> accumulators, CombineFn<I, A, O> combine) {
    return new CombiningCell<>(cells, id, accumulators, combine);
  }

  @Override
  public <I, A, O> CombiningState<I, A, O> bindCombiningValueWithContext(
      StateTag<CombiningState<I, A, O>> tag,
      Coder<A> accumulators,
      CombineFnWithContext<I, A, O> combine) {
    return new CombiningCell<>(
        cells, id, accumulators, CombineFnUtil.bindContext(combine, context));
  }

  @Override
  public WatermarkHoldState bindWatermark(
      StateTag<WatermarkHoldState> tag, TimestampCombiner combiner) {
    return new States.Hold(cells, id, combiner);
  }
}
