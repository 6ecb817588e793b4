package dev.mortise.runner.spark.engine;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.state.MultimapState;
import org.apache.beam.sdk.state.OrderedListState;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.reflect.DoFnSignature;
import org.apache.beam.sdk.transforms.reflect.DoFnSignature.Parameter;
import org.apache.beam.sdk.transforms.reflect.DoFnSignature.StateDeclaration;
import org.apache.beam.sdk.transforms.reflect.DoFnSignatures;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TypeDescriptor;

/** What the engine would not do right, found before anything runs. */
final class Refusals {
  static final String SIDE_INPUTS =
      "a stream on Spark cannot read side inputs. Join the two as streams";

  private final List<String> reasons = new ArrayList<>();

  void add(String step, String reason) {
    reasons.add(step + ": " + reason + ".");
  }

  boolean any() {
    return !reasons.isEmpty();
  }

  void throwIfAny() {
    if (any()) {
      throw new UnsupportedOperationException(String.join("\n", reasons));
    }
  }

  static boolean isKeyed(ParDo.MultiOutput<?, ?> parDo) {
    DoFnSignature signature = DoFnSignatures.signatureForDoFn(parDo.getFn());
    return signature.usesState() || signature.usesTimers();
  }

  void check(String step, ParDo.MultiOutput<?, ?> parDo, PCollection<?> input) {
    DoFnSignature signature = DoFnSignatures.signatureForDoFn(parDo.getFn());
    if (!parDo.getSideInputs().isEmpty()) {
      add(step, SIDE_INPUTS);
    }
    if (signature.processElement().isSplittable()) {
      add(step, "a stream on Spark has no splittable DoFns. Read from a source");
      return;
    }
    if (signature.processElement().requiresStableInput()) {
      add(
          step,
          "@RequiresStableInput is not supported in a stream on Spark: what a batch writes may be"
              + " written again. Write by an id or an offset");
    }
    if (signature.processElement().requiresTimeSortedInput()) {
      add(step, "@RequiresTimeSortedInput is not supported in a stream on Spark");
    }
    if (signature.processElement().extraParameters().stream()
        .anyMatch(parameter -> parameter instanceof Parameter.BundleFinalizerParameter)) {
      add(step, "a BundleFinalizer is not supported in a stream on Spark");
    }
    for (StateDeclaration state : signature.stateDeclarations().values()) {
      TypeDescriptor<?> type = state.stateType();
      if (type.isSubtypeOf(TypeDescriptor.of(OrderedListState.class))
          || type.isSubtypeOf(TypeDescriptor.of(MultimapState.class))) {
        add(
            step,
            "state \""
                + state.id()
                + "\" must be a value, a bag, a set, a map or combining on Spark, but is "
                + type.getRawType().getSimpleName());
      }
    }
    if (isKeyed(parDo) && !input.getWindowingStrategy().getWindowFn().isNonMerging()) {
      add(step, "a DoFn with state cannot be in windows that merge");
    }
  }
}
