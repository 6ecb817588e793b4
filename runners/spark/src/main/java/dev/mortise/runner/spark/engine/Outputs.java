package dev.mortise.runner.spark.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.util.WindowedValueMultiReceiver;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.WindowedValue;

/** Gathers what a step emits, by output. What nobody reads is not kept. */
final class Outputs implements WindowedValueMultiReceiver {
  private final Map<TupleTag<?>, List<WindowedValue<Object>>> byTag = new HashMap<>();
  private final List<List<WindowedValue<Object>>> byIndex = new ArrayList<>();

  /**
   * @param read the outputs that are read, in their order
   */
  Outputs(List<TupleTag<?>> read) {
    for (TupleTag<?> tag : read) {
      List<WindowedValue<Object>> elements = new ArrayList<>();
      byTag.put(tag, elements);
      byIndex.add(elements);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // From here on an element is anything.
  public <T> void output(TupleTag<T> tag, WindowedValue<T> element) {
    List<WindowedValue<Object>> elements = byTag.get(tag);
    if (elements != null) {
      elements.add((WindowedValue<Object>) element);
    }
  }

  List<WindowedValue<Object>> output(int index) {
    return byIndex.get(index);
  }

  List<List<WindowedValue<Object>>> all() {
    return byIndex;
  }
}
