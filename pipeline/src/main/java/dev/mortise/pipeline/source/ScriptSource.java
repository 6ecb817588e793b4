package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.SourceSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.jspecify.annotations.Nullable;

/**
 * A script: the rows and watermarks of several inputs in arrival order, from one file. The rows
 * between two watermark lines are emitted as one block, or several if there are many, at the
 * beginning of time, so that fanning them out never moves a row back. The watermark is the least of
 * the inputs'; an input without one holds it at the beginning of time. The end of the file is the
 * end of time.
 *
 * <p>Exact on every runner: see {@link Watermarks}, and {@link ParseSides} for the order of rows of
 * both inputs. One part, one reader.
 */
final class ScriptSource extends BlockSource<ScriptMark> implements Stepwise {
  private static final long serialVersionUID = 1L;

  private final SourceSpec.Script from;
  private final ArrayList<String> inputs = new ArrayList<>();

  /**
   * @param inputs the inputs of the spec that name the script, in the spec's order
   */
  ScriptSource(SourceSpec.Script from, Collection<InputSpec> inputs, String stateSignature) {
    super(stateSignature);
    this.from = from;
    inputs.forEach(input -> this.inputs.add(input.name()));
  }

  SourceSpec.Script from() {
    return from;
  }

  List<String> inputs() {
    return inputs;
  }

  @Override
  public UnboundedReader<RecordBlock> createReader(
      PipelineOptions options, @Nullable ScriptMark mark) {
    return new ScriptReader(this, mark, options);
  }

  @Override
  public Coder<ScriptMark> getCheckpointMarkCoder() {
    return new ScriptMark.MarkCoder();
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    builder
        .add(DisplayData.item("script", from.written()))
        .add(DisplayData.item("inputs", String.join(", ", inputs)));
  }
}
