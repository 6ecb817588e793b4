package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.spec.PipelineSpec;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.values.PCollection;

/** Stub. */
public record InputReads(
    Map<String, PCollection<RecordBlock>> blocks, List<PCollection<DeadLetter>> stray) {

  /** Stub. */
  public static InputReads read(Pipeline pipeline, PipelineSpec spec) {
    throw new UnsupportedOperationException("stub");
  }
}
