package dev.mortise.join;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PInput;
import org.apache.beam.sdk.values.POutput;
import org.apache.beam.sdk.values.PValue;
import org.apache.beam.sdk.values.TupleTag;

/**
 * The outputs of an {@link IntervalJoin}. Every one is always there; the unmatched output of a side
 * whose unmatched rows the join type does not emit is empty.
 *
 * @param <K> key
 * @param <L> left row
 * @param <R> right row
 */
public final class IntervalJoinResult<K, L, R> implements POutput {
  private final Pipeline pipeline;
  private final Map<TupleTag<?>, PValue> outputs = new LinkedHashMap<>();
  private final PCollection<JoinedPair<K, L, R>> matched;
  private final PCollection<UnmatchedRow<K, L>> unmatchedLeft;
  private final PCollection<UnmatchedRow<K, R>> unmatchedRight;
  private final PCollection<LateRow<K, L, R>> late;

  IntervalJoinResult(
      PCollection<JoinedPair<K, L, R>> matched,
      PCollection<UnmatchedRow<K, L>> unmatchedLeft,
      PCollection<UnmatchedRow<K, R>> unmatchedRight,
      PCollection<LateRow<K, L, R>> late) {
    this.pipeline = matched.getPipeline();
    this.matched = matched;
    this.unmatchedLeft = unmatchedLeft;
    this.unmatchedRight = unmatchedRight;
    this.late = late;
    outputs.put(new TupleTag<>("matched"), matched);
    outputs.put(new TupleTag<>("unmatchedLeft"), unmatchedLeft);
    outputs.put(new TupleTag<>("unmatchedRight"), unmatchedRight);
    outputs.put(new TupleTag<>("late"), late);
  }

  /** Every pair once, with {@link JoinedPair#eventTime()} as its timestamp. */
  public PCollection<JoinedPair<K, L, R>> matched() {
    return matched;
  }

  /** Left rows without a partner, each with its own event time as its timestamp. */
  public PCollection<UnmatchedRow<K, L>> unmatchedLeft() {
    return unmatchedLeft;
  }

  /** Right rows without a partner, each with its own event time as its timestamp. */
  public PCollection<UnmatchedRow<K, R>> unmatchedRight() {
    return unmatchedRight;
  }

  /** Rows of both sides that came too late, each with its own event time as its timestamp. */
  public PCollection<LateRow<K, L, R>> late() {
    return late;
  }

  @Override
  public Pipeline getPipeline() {
    return pipeline;
  }

  @Override
  public Map<TupleTag<?>, PValue> expand() {
    return outputs;
  }

  @Override
  public void finishSpecifyingOutput(
      String transformName, PInput input, PTransform<?, ?> transform) {
    // Nothing beyond what each output does for itself.
  }
}
