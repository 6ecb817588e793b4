package dev.mortise.runner.spark.engine.state;

import java.util.Arrays;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.state.CombiningState;
import org.apache.beam.sdk.state.ReadableState;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/**
 * What user code sees of a combining state. Accumulators are made to be changed, so the first
 * access of a batch copies the one of the batch before.
 */
record CombiningCell<I, A, O>(
    KeyStateInternals cells, CellId id, Coder<A> coder, CombineFn<I, A, O> combine)
    implements CombiningState<I, A, O> {

  @Override
  public A getAccum() {
    A accumulator = cells.valueAt(id, coder);
    return accumulator == null ? combine.createAccumulator() : accumulator;
  }

  private void write(A accumulator) {
    cells.put(id, new Cell.Value<>(coder, accumulator));
    cells.own(id);
  }

  @Override
  public void add(I input) {
    write(combine.addInput(getAccum(), input));
  }

  @Override
  public void addAccum(A accumulator) {
    write(combine.mergeAccumulators(Arrays.asList(getAccum(), accumulator)));
  }

  @Override
  public A mergeAccumulators(Iterable<A> accumulators) {
    return combine.mergeAccumulators(accumulators);
  }

  @Override
  public O read() {
    return combine.extractOutput(getAccum());
  }

  @Override
  public ReadableState<Boolean> isEmpty() {
    return States.isEmpty(cells, id);
  }

  @Override
  public CombiningState<I, A, O> readLater() {
    return this;
  }

  @Override
  public void clear() {
    cells.remove(id);
  }
}
