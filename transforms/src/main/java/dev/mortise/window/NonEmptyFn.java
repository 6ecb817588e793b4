package dev.mortise.window;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.BooleanCoder;
import org.apache.beam.sdk.coders.CannotProvideCoderException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.values.KV;

/**
 * An aggregate that also says whether it has had a row. No window should ever have a result that
 * has not; but where the watermark leaps over a window's end and its expiry at once, Flink's runner
 * fires a timer for each, one by one. The first emits the result and clears the window, and the
 * second emits another that is on time, of no rows, and would replace the right one.
 */
final class NonEmptyFn<InputT, AccumT, OutputT>
    extends CombineFn<InputT, KV<Boolean, AccumT>, KV<Boolean, OutputT>> {
  private static final long serialVersionUID = 1L;

  private final CombineFn<InputT, AccumT, OutputT> fn;

  private NonEmptyFn(CombineFn<InputT, AccumT, OutputT> fn) {
    this.fn = fn;
  }

  static <InputT, AccumT, OutputT> NonEmptyFn<InputT, AccumT, OutputT> of(
      CombineFn<InputT, AccumT, OutputT> fn) {
    return new NonEmptyFn<>(fn);
  }

  @Override
  public KV<Boolean, AccumT> createAccumulator() {
    return KV.of(false, fn.createAccumulator());
  }

  @Override
  public KV<Boolean, AccumT> addInput(KV<Boolean, AccumT> accumulator, InputT row) {
    return KV.of(true, fn.addInput(accumulator.getValue(), row));
  }

  @Override
  public KV<Boolean, AccumT> mergeAccumulators(Iterable<KV<Boolean, AccumT>> accumulators) {
    boolean any = false;
    List<AccumT> parts = new ArrayList<>();
    for (KV<Boolean, AccumT> accumulator : accumulators) {
      any |= accumulator.getKey();
      parts.add(accumulator.getValue());
    }
    return KV.of(any, fn.mergeAccumulators(parts));
  }

  @Override
  public KV<Boolean, AccumT> compact(KV<Boolean, AccumT> accumulator) {
    return KV.of(accumulator.getKey(), fn.compact(accumulator.getValue()));
  }

  @Override
  public KV<Boolean, OutputT> extractOutput(KV<Boolean, AccumT> accumulator) {
    return KV.of(accumulator.getKey(), fn.extractOutput(accumulator.getValue()));
  }

  @Override
  public Coder<KV<Boolean, AccumT>> getAccumulatorCoder(
      CoderRegistry registry, Coder<InputT> inputCoder) throws CannotProvideCoderException {
    return KvCoder.of(BooleanCoder.of(), fn.getAccumulatorCoder(registry, inputCoder));
  }

  @Override
  public Coder<KV<Boolean, OutputT>> getDefaultOutputCoder(
      CoderRegistry registry, Coder<InputT> inputCoder) throws CannotProvideCoderException {
    return KvCoder.of(BooleanCoder.of(), fn.getDefaultOutputCoder(registry, inputCoder));
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    builder.delegate(fn);
  }
}
