package dev.mortise.runner.spark.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.runners.core.construction.SerializablePipelineOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.Pipeline.PipelineVisitor;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.runners.AppliedPTransform;
import org.apache.beam.sdk.runners.TransformHierarchy;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.util.construction.PTransformTranslation;
import org.apache.beam.sdk.util.construction.ParDoTranslation;
import org.apache.beam.sdk.util.construction.SplittableParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PValue;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.WindowingStrategy;

/** Turns a pipeline into a {@link StepGraph}, or says why it cannot. */
final class PipelineReader extends PipelineVisitor.Defaults {
  private final SerializablePipelineOptions options;
  private final Map<PValue, Integer> readers;
  private final List<Node> nodes = new ArrayList<>();
  private final Refusals refusals = new Refusals();

  private PipelineReader(Pipeline pipeline, Map<PValue, Integer> readers) {
    this.options = new SerializablePipelineOptions(pipeline.getOptions());
    this.readers = readers;
  }

  /**
   * Reads a pipeline; its reads become primitive.
   *
   * @throws UnsupportedOperationException if the engine would not run it right, with all reasons
   */
  static StepGraph read(Pipeline pipeline) {
    SplittableParDo.convertReadBasedSplittableDoFnsToPrimitiveReads(pipeline);
    Readers readers = new Readers();
    pipeline.traverseTopologically(readers);
    PipelineReader reader = new PipelineReader(pipeline, readers.counts);
    pipeline.traverseTopologically(reader);
    reader.refusals.throwIfAny();
    return new StepGraph(reader.nodes);
  }

  /** Reshuffles are not entered: their grouping serves other runners. */
  private static boolean isReshuffle(TransformHierarchy.Node node) {
    PTransform<?, ?> transform = node.getTransform();
    if (transform == null) {
      return false;
    }
    String urn = PTransformTranslation.urnForTransformOrNull(transform);
    return PTransformTranslation.RESHUFFLE_URN.equals(urn)
        || PTransformTranslation.REDISTRIBUTE_BY_KEY_URN.equals(urn)
        || PTransformTranslation.REDISTRIBUTE_ARBITRARILY_URN.equals(urn);
  }

  /** Counts who reads a collection. */
  private static final class Readers extends PipelineVisitor.Defaults {
    private final Map<PValue, Integer> counts = new HashMap<>();

    @Override
    public CompositeBehavior enterCompositeTransform(TransformHierarchy.Node node) {
      if (isReshuffle(node)) {
        visitPrimitiveTransform(node);
        return CompositeBehavior.DO_NOT_ENTER_TRANSFORM;
      }
      return CompositeBehavior.ENTER_TRANSFORM;
    }

    @Override
    public void visitPrimitiveTransform(TransformHierarchy.Node node) {
      node.getInputs().values().forEach(input -> counts.merge(input, 1, Integer::sum));
    }
  }

  @Override
  public CompositeBehavior enterCompositeTransform(TransformHierarchy.Node node) {
    if (isReshuffle(node)) {
      AppliedPTransform<?, ?, ?> step = node.toAppliedPTransform(getPipeline());
      nodes.add(
          new Node.Assign(
              nodes.size(), node.getFullName(), null, onlyInput(step), onlyOutput(step)));
      return CompositeBehavior.DO_NOT_ENTER_TRANSFORM;
    }
    return CompositeBehavior.ENTER_TRANSFORM;
  }

  @Override
  public void visitPrimitiveTransform(TransformHierarchy.Node node) {
    AppliedPTransform<?, ?, ?> step = node.toAppliedPTransform(getPipeline());
    PTransform<?, ?> transform = step.getTransform();
    String name = node.getFullName();
    int id = nodes.size();
    String urn = PTransformTranslation.urnForTransformOrNull(transform);
    if (transform instanceof SplittableParDo.PrimitiveUnboundedRead<?> read) {
      if (read.getSource().requiresDeduping()) {
        refusals.add(name, "a source whose records repeat cannot be read in a stream on Spark");
      }
      nodes.add(new Node.Read(id, name, read.getSource(), onlyOutput(step)));
    } else if (transform instanceof SplittableParDo.PrimitiveBoundedRead<?> read) {
      nodes.add(new Node.ReadAll(id, name, read.getSource(), onlyOutput(step)));
    } else if (PTransformTranslation.IMPULSE_TRANSFORM_URN.equals(urn)) {
      nodes.add(new Node.ReadAll(id, name, null, onlyOutput(step)));
    } else if (transform instanceof ParDo.MultiOutput<?, ?> parDo) {
      addParDo(id, name, step, parDo);
    } else if (PTransformTranslation.GROUP_BY_KEY_TRANSFORM_URN.equals(urn)) {
      addGroup(id, name, step);
    } else if (PTransformTranslation.FLATTEN_TRANSFORM_URN.equals(urn)) {
      List<PCollection<?>> inputs = new ArrayList<>();
      step.getInputs().values().forEach(input -> inputs.add((PCollection<?>) input));
      nodes.add(new Node.Flatten(id, name, inputs, onlyOutput(step)));
    } else if (transform instanceof Window.Assign<?> assign) {
      @SuppressWarnings("unchecked") // Its own coder fits it; elements are anything.
      WindowFn<Object, BoundedWindow> windows =
          (WindowFn<Object, BoundedWindow>) (WindowFn<?, ?>) assign.getWindowFn();
      nodes.add(new Node.Assign(id, name, windows, onlyInput(step), onlyOutput(step)));
    } else if (transform instanceof View.CreatePCollectionView<?, ?>) {
      refusals.add(name, Refusals.SIDE_INPUTS);
    } else {
      refusals.add(
          name,
          "a stream on Spark has no step of the kind "
              + (urn == null ? transform.getClass().getSimpleName() : urn));
    }
  }

  private void addParDo(
      int id, String name, AppliedPTransform<?, ?, ?> step, ParDo.MultiOutput<?, ?> parDo) {
    refusals.check(name, parDo, onlyMainInput(step, parDo));
    if (refusals.any()) {
      return; // What follows may not even be possible.
    }
    PCollection<?> input = onlyMainInput(step, parDo);
    List<TupleTag<?>> read = new ArrayList<>();
    List<PCollection<?>> outputs = new ArrayList<>();
    List<Coder<?>> coders = new ArrayList<>();
    step.getOutputs()
        .forEach(
            (tag, output) -> {
              if (readers.containsKey(output)) {
                read.add(tag);
                outputs.add((PCollection<?>) output);
                coders.add(Coders.of((PCollection<?>) output));
              }
            });
    @SuppressWarnings("unchecked") // From here on an element is anything.
    ParDoSpec spec =
        new ParDoSpec(
            name,
            options,
            (DoFn<Object, Object>) (DoFn<?, ?>) parDo.getFn(),
            (TupleTag<Object>) parDo.getMainOutputTag(),
            parDo.getAdditionalOutputTags().getAll(),
            Coders.any(input.getCoder()),
            new HashMap<>(ParDoTranslation.getOutputCoders(step)),
            input.getWindowingStrategy(),
            ParDoTranslation.getSchemaInformation(step),
            read,
            coders);
    if (!Refusals.isKeyed(parDo)) {
      nodes.add(new Node.Stateless(id, name, spec, input, outputs));
      return;
    }
    KvCoder<?, ?> kv = (KvCoder<?, ?>) input.getCoder();
    StatefulParDo keyed =
        new StatefulParDo(
            spec,
            Coders.any(kv.getKeyCoder()),
            Coders.windowed(kv.getValueCoder(), Coders.windowsOf(input)),
            Coders.windowsOf(input));
    nodes.add(new Node.Keyed(id, name, keyed, input, outputs));
  }

  private void addGroup(int id, String name, AppliedPTransform<?, ?, ?> step) {
    PCollection<?> input = onlyInput(step);
    PCollection<?> output = onlyOutput(step);
    KvCoder<?, ?> kv = (KvCoder<?, ?>) input.getCoder();
    boolean isRead = readers.containsKey(output);
    @SuppressWarnings("unchecked") // Windows are anything, too.
    WindowingStrategy<?, BoundedWindow> windowing =
        (WindowingStrategy<?, BoundedWindow>) input.getWindowingStrategy();
    GroupStep group =
        new GroupStep(
            name,
            options,
            windowing,
            Coders.any(kv.getKeyCoder()),
            Coders.any(kv.getValueCoder()),
            Coders.windowed(kv.getValueCoder(), Coders.windowsOf(input)),
            new TupleTag<>("groups"),
            Coders.of(output),
            isRead);
    nodes.add(new Node.Keyed(id, name, group, input, isRead ? List.of(output) : List.of()));
  }

  private static PCollection<?> onlyMainInput(
      AppliedPTransform<?, ?, ?> step, ParDo.MultiOutput<?, ?> parDo) {
    // Side inputs come as inputs, too; a pipeline with any is refused.
    for (PValue input : step.getMainInputs().values()) {
      return (PCollection<?>) input;
    }
    throw new IllegalStateException(step.getFullName() + " has no input: " + parDo.getName());
  }

  private static PCollection<?> onlyInput(AppliedPTransform<?, ?, ?> step) {
    return (PCollection<?>) step.getMainInputs().values().iterator().next();
  }

  private static PCollection<?> onlyOutput(AppliedPTransform<?, ?, ?> step) {
    return (PCollection<?>) step.getOutputs().values().iterator().next();
  }
}
