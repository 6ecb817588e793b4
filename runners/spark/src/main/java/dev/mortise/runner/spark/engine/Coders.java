package dev.mortise.runner.spark.engine;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.WindowedValue;
import org.apache.beam.sdk.values.WindowedValues;

/** Coders of anything: what a pipeline's coders are of was checked when it was built. */
@SuppressWarnings("unchecked")
final class Coders {
  private Coders() {}

  static Coder<Object> any(Coder<?> coder) {
    return (Coder<Object>) coder;
  }

  static Coder<WindowedValue<Object>> windowed(Coder<?> elements, Coder<?> windows) {
    return WindowedValues.getFullCoder(any(elements), (Coder<BoundedWindow>) windows);
  }

  static Coder<BoundedWindow> windowsOf(PCollection<?> collection) {
    return (Coder<BoundedWindow>) collection.getWindowingStrategy().getWindowFn().windowCoder();
  }

  /** Of the elements of a collection, with their windows. */
  static Coder<WindowedValue<Object>> of(PCollection<?> collection) {
    return windowed(collection.getCoder(), windowsOf(collection));
  }

  static List<Coder<WindowedValue<Object>>> ofElements(List<Coder<?>> coders) {
    List<Coder<WindowedValue<Object>>> all = new ArrayList<>();
    coders.forEach(coder -> all.add((Coder<WindowedValue<Object>>) coder));
    return all;
  }
}
