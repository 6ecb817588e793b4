package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SourceSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.values.PCollection;

/**
 * The reads of a spec.
 *
 * @param blocks the records of each joined input, by its name. Inputs that name one script share
 *     its collection, which holds the records of all of them.
 * @param stray dead letters of scripts that belong to no input, each in a collection of its own
 */
public record InputReads(
    Map<String, PCollection<RecordBlock>> blocks, List<PCollection<DeadLetter>> stray) {

  /**
   * Adds the reads of the inputs that a spec joins to a pipeline. Files are looked for when the
   * pipeline runs. Steps are called {@code ReadLeft}, {@code ReadRight} and, for a script of both,
   * {@code ReadScript}.
   */
  public static InputReads read(Pipeline pipeline, PipelineSpec spec) {
    Map<String, PCollection<RecordBlock>> blocks = new LinkedHashMap<>();
    List<PCollection<DeadLetter>> stray = new ArrayList<>();
    InputSpec left = spec.left();
    InputSpec right = spec.right();
    if (left.from() instanceof SourceSpec.Script script
        && right.from() instanceof SourceSpec.Script other
        && script.path().equals(other.path())) {
      PCollection<RecordBlock> shared = readScript(pipeline, "ReadScript", spec, script);
      blocks.put(left.name(), shared);
      blocks.put(right.name(), shared);
      stray.add(
          shared.apply("FindStrayRecords", StrayRecords.besides(names(inputsOf(spec, script)))));
      return new InputReads(blocks, stray);
    }
    blocks.put(left.name(), read(pipeline, "Left", spec, left, stray));
    blocks.put(right.name(), read(pipeline, "Right", spec, right, stray));
    return new InputReads(blocks, stray);
  }

  private static PCollection<RecordBlock> read(
      Pipeline pipeline,
      String side,
      PipelineSpec spec,
      InputSpec input,
      List<PCollection<DeadLetter>> stray) {
    String step = "Read" + side;
    if (input.from() instanceof SourceSpec.Script script) {
      PCollection<RecordBlock> blocks = readScript(pipeline, step, spec, script);
      stray.add(
          blocks.apply(
              "Find" + side + "StrayRecords", StrayRecords.besides(names(inputsOf(spec, script)))));
      return blocks;
    }
    SourceSpec.Files files = (SourceSpec.Files) input.from();
    SourceSpec.Replay replay = files.replay();
    return replay == null
        ? pipeline.apply(step, Read.from(FilesSource.of(input, files)))
        : pipeline.apply(
            step,
            Read.from(new ReplaySource(input, files, replay, replayed(spec), System::nanoTime)));
  }

  private static PCollection<RecordBlock> readScript(
      Pipeline pipeline, String step, PipelineSpec spec, SourceSpec.Script script) {
    return pipeline.apply(step, Read.from(new ScriptSource(script, inputsOf(spec, script))));
  }

  private static List<InputSpec> replayed(PipelineSpec spec) {
    return spec.inputs().values().stream()
        .filter(input -> input.from() instanceof SourceSpec.Files files && files.replay() != null)
        .toList();
  }

  private static List<String> names(List<InputSpec> inputs) {
    return inputs.stream().map(InputSpec::name).toList();
  }

  private static List<InputSpec> inputsOf(PipelineSpec spec, SourceSpec.Script script) {
    return spec.inputs().values().stream()
        .filter(
            input ->
                input.from() instanceof SourceSpec.Script other
                    && other.path().equals(script.path()))
        .toList();
  }
}
