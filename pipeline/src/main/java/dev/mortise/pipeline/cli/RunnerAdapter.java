package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.spec.PipelineSpec;
import java.util.Optional;
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

  /** Whether a run begins anew, or goes on from the state of an earlier one. */
  enum Start {
    FRESH,
    /** And counts on from what the earlier one has counted. */
    RESUMED,
    /** And counts from zero. */
    RESUMED_COUNTING_ANEW
  }

  /**
   * Looks over what is to be run, once, before the pipeline is built.
   *
   * @return whether the run goes on from state of an earlier one, whose output files are then kept
   * @throws UsageException if the runner can't do it right: with what the user can do about it
   */
  default Start begin(PipelineOptions options, PipelineSpec spec) throws UsageException {
    return Start.FRESH;
  }

  /**
   * Why topics can't get each row exactly once in such a run, as a clause for a message; empty if
   * they can. Called before {@link #begin}.
   */
  Optional<String> obstacleToExactlyOnce(PipelineOptions options, PipelineSpec spec);

  /**
   * Starts the pipeline, without waiting for its end where the runner can do so: only then are
   * there progress and a summary of an interrupted run.
   *
   * @return a {@link DetachedRun} if nobody is to wait for the end
   */
  PipelineResult run(Pipeline pipeline);

  /**
   * Whether a page may have steps of its own in the pipeline: if steps run in this JVM, and leave
   * no state behind. A run that goes on from state has to have the steps that it is of.
   *
   * @param options after {@link #begin}
   */
  default boolean mayShowRows(PipelineOptions options) {
    return true;
  }
}
