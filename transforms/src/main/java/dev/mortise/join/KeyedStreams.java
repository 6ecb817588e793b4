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
import org.jspecify.annotations.Nullable;

/**
 * The two keyed inputs of a join, as one input of the graph: two collections, or one that holds the
 * rows of both.
 *
 * @param <K> key
 * @param <L> left row
 * @param <R> right row
 */
public final class KeyedStreams<K, L, R> implements PInput {
  private final Pipeline pipeline;
  private final Map<TupleTag<?>, PValue> parts;
  private final @Nullable PCollection<KV<K, L>> left;
  private final @Nullable PCollection<KV<K, R>> right;
  private final @Nullable PCollection<KV<K, SidedRow<L, R>>> both;

  private KeyedStreams(PCollection<KV<K, L>> left, PCollection<KV<K, R>> right) {
    this.pipeline = left.getPipeline();
    this.parts =
        Map.of(new TupleTag<KV<K, L>>("left"), left, new TupleTag<KV<K, R>>("right"), right);
    this.left = left;
    this.right = right;
    this.both = null;
  }

  private KeyedStreams(PCollection<KV<K, SidedRow<L, R>>> both) {
    this.pipeline = both.getPipeline();
    this.parts = Map.of(new TupleTag<KV<K, SidedRow<L, R>>>("both"), both);
    this.left = null;
    this.right = null;
    this.both = both;
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

  /**
   * Takes one keyed collection that holds the rows of both inputs, with their event times as
   * element timestamps and a {@link SidedRowCoder} for its values.
   *
   * <p>For inputs that come in one order, as from one log. Where a runner keeps the order of a
   * collection on its way to a key, as Flink does, rows of both sides are joined in that order; two
   * collections may overtake each other anywhere. That matters for rows behind the watermark, which
   * only meet what has come before them.
   */
  public static <K, L, R> KeyedStreams<K, L, R> interleaved(
      PCollection<KV<K, SidedRow<L, R>>> both) {
    return new KeyedStreams<>(Objects.requireNonNull(both, "both"));
  }

  /** The left input; null if both come in one collection. */
  @Nullable PCollection<KV<K, L>> left() {
    return left;
  }

  /** The right input; null if both come in one collection. */
  @Nullable PCollection<KV<K, R>> right() {
    return right;
  }

  /** Both inputs in one collection; null if they are two. */
  @Nullable PCollection<KV<K, SidedRow<L, R>>> both() {
    return both;
  }

  /** Applies a transform to both inputs, under a step name that is unique in the pipeline. */
  public <OutputT extends POutput> OutputT apply(
      String name, PTransform<? super KeyedStreams<K, L, R>, OutputT> transform) {
    return Pipeline.applyTransform(name, this, transform);
  }

  @Override
  public Pipeline getPipeline() {
    return pipeline;
  }

  @Override
  public Map<TupleTag<?>, PValue> expand() {
    return parts;
  }
}
