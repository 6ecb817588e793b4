package dev.mortise.join;

import java.util.Map;
import java.util.Objects;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PInput;
import org.apache.beam.sdk.values.POutput;
import org.apache.beam.sdk.values.PValue;
import org.apache.beam.sdk.values.TupleTag;

/**
 * The two keyed inputs of a join, as one input of the graph.
 *
 * @param <K> key
 * @param <L> left row
 * @param <R> right row
 */
public final class KeyedStreams<K, L, R> implements PInput {
  private final PCollection<KV<K, L>> left;
  private final PCollection<KV<K, R>> right;
  private final TupleTag<KV<K, L>> leftTag = new TupleTag<>("left");
  private final TupleTag<KV<K, R>> rightTag = new TupleTag<>("right");

  private KeyedStreams(PCollection<KV<K, L>> left, PCollection<KV<K, R>> right) {
    this.left = Objects.requireNonNull(left, "left");
    this.right = Objects.requireNonNull(right, "right");
  }

  /**
   * Takes two keyed collections, whose element timestamps are the event times to join by.
   *
   * @throws IllegalArgumentException if they belong to different pipelines
   */
  public static <K, L, R> KeyedStreams<K, L, R> of(
      PCollection<KV<K, L>> left, PCollection<KV<K, R>> right) {
    if (left.getPipeline() != right.getPipeline()) {
      throw new IllegalArgumentException(
          "KeyedStreams.of: left and right must belong to one pipeline, but do not.");
    }
    return new KeyedStreams<>(left, right);
  }

  /** The left input. */
  public PCollection<KV<K, L>> left() {
    return left;
  }

  /** The right input. */
  public PCollection<KV<K, R>> right() {
    return right;
  }

  /** Applies a transform to both inputs, under a step name that is unique in the pipeline. */
  public <OutputT extends POutput> OutputT apply(
      String name, PTransform<? super KeyedStreams<K, L, R>, OutputT> transform) {
    return Pipeline.applyTransform(name, this, transform);
  }

  @Override
  public Pipeline getPipeline() {
    return left.getPipeline();
  }

  @Override
  public Map<TupleTag<?>, PValue> expand() {
    return Map.of(leftTag, left, rightTag, right);
  }
}
