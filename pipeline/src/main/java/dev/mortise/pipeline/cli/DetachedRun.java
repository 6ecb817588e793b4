package dev.mortise.pipeline.cli;

import org.apache.beam.sdk.PipelineResult;

/** A run that was handed over and goes on without this program. */
public interface DetachedRun extends PipelineResult {

  /** One line for the user: where it goes on. */
  String note();
}
