package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.spec.PipelineSpec;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;

/** A runner that can do nothing: a run that gets so far fails. */
final class NoRunner implements RunnerAdapter {
  private final Supplier<RuntimeException> failure;

  NoRunner() {
    this(() -> new IllegalStateException("there is no runner"));
  }

  NoRunner(Supplier<RuntimeException> failure) {
    this.failure = failure;
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public void prepare(PipelineOptions options, Set<String> given) {}

  @Override
  public Optional<String> obstacleToExactlyOnce(PipelineOptions options, PipelineSpec spec) {
    return Optional.of("it is fake");
  }

  @Override
  public PipelineResult run(Pipeline pipeline) {
    throw failure.get();
  }
}
