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
 * @param blocks the records of each joined input, by its name
 * @param stray dead letters of scripts that belong to no input, each in a collection of its own
 * @param oneScript whether both inputs name one script: then they share its collection, which is
 *     for {@link ParseSides} to parse, stray records and all
 */
public record InputReads(
    Map<String, PCollection<RecordBlock>> blocks,
    List<PCollection<DeadLetter>> stray,
    boolean oneScript) {

  /**
   * Adds the reads of the inputs that a spec joins to a pipeline. Files are looked for when the
   * pipeline runs. Steps are called {@code ReadLeft}, {@code ReadRight} and, for a script of both,
   * {@code ReadScript}.
   *
   * @param stateSignature what sources keep, so that the job's state can be told by it
   */
  public static InputReads read(Pipeline pipeline, PipelineSpec spec, String stateSignature) {
    Map<String, PCollection<RecordBlock>> blocks = new LinkedHashMap<>();
    List<PCollection<DeadLetter>> stray = new ArrayList<>();
    InputSpec left = spec.left();
    InputSpec right = spec.right();
    if (left.from() instanceof SourceSpec.Script script
        && right.from() instanceof SourceSpec.Script other
        && script.path().equals(other.path())) {
      PCollection<RecordBlock> shared =
          pipeline.apply(
              "ReadScript",
              Read.from(new ScriptSource(script, inputsOf(spec, script), stateSignature)));
      blocks.put(left.name(), shared);
      blocks.put(right.name(), shared);
      return new InputReads(blocks, stray, true);
    }
    blocks.put(left.name(), read(pipeline, "Left", spec, left, stateSignature, stray));
    blocks.put(right.name(), read(pipeline, "Right", spec, right, stateSignature, stray));
    return new InputReads(blocks, stray, false);
  }

  private static PCollection<RecordBlock> read(
      Pipeline pipeline,
      String side,
      PipelineSpec spec,
      InputSpec input,
      String stateSignature,
      List<PCollection<DeadLetter>> stray) {
    String step = "Read" + side;
    if (input.from() instanceof SourceSpec.Script script) {
      PCollection<RecordBlock> blocks =
          pipeline.apply(
              step, Read.from(new ScriptSource(script, inputsOf(spec, script), stateSignature)));
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
