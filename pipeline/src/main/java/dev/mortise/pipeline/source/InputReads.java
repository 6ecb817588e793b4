package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.source.kafka.TopicSource;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SourceSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;

/** The reads of a spec. */
public final class InputReads {
  private final PipelineSpec spec;
  private final String stateSignature;
  private final Map<String, PCollection<RecordBlock>> records = new LinkedHashMap<>();
  private final Map<String, PCollection<RowBlock>> rows = new LinkedHashMap<>();
  private final List<PCollection<DeadLetter>> stray = new ArrayList<>();

  private InputReads(PipelineSpec spec, String stateSignature) {
    this.spec = spec;
    this.stateSignature = stateSignature;
  }

  /**
   * Adds the reads of the inputs that a spec joins to a pipeline. Files are looked for when the
   * pipeline runs; where topics begin and end is asked for now. Steps are called {@code ReadLeft},
   * {@code ReadRight} and, for a script of both, {@code ReadScript}.
   *
   * @param stateSignature what sources keep, so that the job's state can be told by it
   * @throws IllegalStateException if a topic can't be read: with what the user can do about it
   */
  public static InputReads read(Pipeline pipeline, PipelineSpec spec, String stateSignature) {
    InputReads reads = new InputReads(spec, stateSignature);
    if (reads.oneScript()) {
      PCollection<RecordBlock> shared =
          reads.readScript(pipeline, "ReadScript", (SourceSpec.Script) spec.left().from());
      reads.records.put(spec.left().name(), shared);
      reads.records.put(spec.right().name(), shared);
    } else {
      reads.read(pipeline, "Left", spec.left());
      reads.read(pipeline, "Right", spec.right());
    }
    return reads;
  }

  /**
   * Whether both inputs name one script: then they share its collection, which is for {@link
   * ParseSides} to parse, stray records and all.
   */
  public boolean oneScript() {
    return spec.left().from() instanceof SourceSpec.Script script
        && spec.right().from() instanceof SourceSpec.Script other
        && script.path().equals(other.path());
  }

  /** The records of the one script. */
  public PCollection<RecordBlock> script() {
    return Objects.requireNonNull(records.get(spec.left().name()));
  }

  /** Dead letters of scripts that belong to no input, each in a collection of its own. */
  public List<PCollection<DeadLetter>> stray() {
    return List.copyOf(stray);
  }

  /**
   * The rows and dead letters of an input, under the tags of {@link ParseRows}.
   *
   * @param step the name of the step that makes them
   */
  public PCollectionTuple parsed(InputSpec input, String step) {
    PCollection<RowBlock> decoded = rows.get(input.name());
    return decoded != null
        ? decoded.apply(step, new SpreadRows(input))
        : Objects.requireNonNull(records.get(input.name()), input.name())
            .apply(step, ParseRows.of(input));
  }

  private void read(Pipeline pipeline, String side, InputSpec input) {
    String step = "Read" + side;
    if (input.from() instanceof SourceSpec.Kafka topics) {
      rows.put(
          input.name(),
          pipeline.apply(step, Read.from(TopicSource.of(input, topics, stateSignature))));
    } else if (input.from() instanceof SourceSpec.Script script) {
      PCollection<RecordBlock> blocks = readScript(pipeline, step, script);
      records.put(input.name(), blocks);
      stray.add(
          blocks.apply(
              "Find" + side + "StrayRecords", StrayRecords.besides(names(inputsOf(spec, script)))));
    } else {
      records.put(input.name(), readFiles(pipeline, step, input, (SourceSpec.Files) input.from()));
    }
  }

  private PCollection<RecordBlock> readScript(
      Pipeline pipeline, String step, SourceSpec.Script script) {
    return pipeline.apply(
        step, Read.from(new ScriptSource(script, inputsOf(spec, script), stateSignature)));
  }

  private PCollection<RecordBlock> readFiles(
      Pipeline pipeline, String step, InputSpec input, SourceSpec.Files files) {
    SourceSpec.Replay replay = files.replay();
    return replay == null
        ? pipeline.apply(step, Read.from(FilesSource.of(input, files)))
        : pipeline.apply(
            step,
            Read.from(
                new ReplaySource(
                    input, files, replay, replayed(spec), System::nanoTime, stateSignature)));
  }

  private static List<InputSpec> replayed(PipelineSpec spec) {
    return spec.inputs().values().stream()
        .filter(input -> input.from() instanceof SourceSpec.Files files && files.replay() != null)
        .toList();
  }

  static List<String> names(List<InputSpec> inputs) {
    return inputs.stream().map(InputSpec::name).toList();
  }

  static List<InputSpec> inputsOf(PipelineSpec spec, SourceSpec.Script script) {
    return spec.inputs().values().stream()
        .filter(
            input ->
                input.from() instanceof SourceSpec.Script other
                    && other.path().equals(script.path()))
        .toList();
  }
}
