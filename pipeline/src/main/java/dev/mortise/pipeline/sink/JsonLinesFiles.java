package dev.mortise.pipeline.sink;

import dev.mortise.pipeline.spec.OutputSpec;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PDone;

/** Writes lines of text to the files of an output. */
public final class JsonLinesFiles extends PTransform<PCollection<String>, PDone> {
  private static final long serialVersionUID = 1L;

  private final OutputSpec output;

  private JsonLinesFiles(OutputSpec output) {
    this.output = output;
  }

  /** Writes to the files of {@code output}. */
  public static JsonLinesFiles to(OutputSpec output) {
    return new JsonLinesFiles(output);
  }

  @Override
  public PDone expand(PCollection<String> lines) {
    throw new UnsupportedOperationException("stub " + output.name());
  }
}
