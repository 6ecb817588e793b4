package dev.mortise.pipeline.cli;

import java.util.Set;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;

/** All that the application knows about the runner it is packaged with. */
public interface RunnerAdapter {

  /** What the user calls it: {@code direct}, {@code flink} or {@code spark}. */
  String name();

  /**
   * Sets the runner and what suits it.
   *
   * @param options to be changed
   * @param given names of the options that the user set, which must be left as they are
   */
  void prepare(PipelineOptions options, Set<String> given);

  /**
   * Starts the pipeline, without waiting for its end where the runner can do so: only then are
   * there progress and a summary of an interrupted run.
   */
  PipelineResult run(Pipeline pipeline);
}
