package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.spec.PipelineSpec;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.values.PCollection;

/** Adds the reads of a spec to a pipeline. */
public final class InputReads {
  private InputReads() {}

  /**
   * One collection of blocks for each input. Inputs that name one script share its collection,
   * which holds the records of all of them.
   */
  public static Map<String, PCollection<RecordBlock>> read(Pipeline pipeline, PipelineSpec spec) {
    throw new UnsupportedOperationException("stub");
  }
}
