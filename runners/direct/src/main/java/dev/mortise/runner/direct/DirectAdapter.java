package dev.mortise.runner.direct;

import dev.mortise.pipeline.cli.RunnerAdapter;
import dev.mortise.pipeline.graph.JoinOptions;
import dev.mortise.pipeline.spec.PipelineSpec;
import java.util.Optional;
import java.util.Set;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;

/** The Direct runner, set up to run jobs and not to find faults in them. */
public final class DirectAdapter implements RunnerAdapter {
  private static final int SHARDS = 8;

  @Override
  public String name() {
    return "direct";
  }

  @Override
  public void prepare(PipelineOptions options, Set<String> given) {
    options.setRunner(DirectRunner.class);
    DirectOptions direct = options.as(DirectOptions.class);
    direct.setBlockOnRun(false);
    // Both encode every element once more at every step.
    if (!given.contains("enforceImmutability")) {
      direct.setEnforceImmutability(false);
    }
    if (!given.contains("enforceEncodability")) {
      direct.setEnforceEncodability(false);
    }
    if (!given.contains("targetParallelism")) {
      direct.setTargetParallelism(Runtime.getRuntime().availableProcessors());
    }
    if (!given.contains("joinShards")) {
      // Each shard is a bundle of its own at every step of the input, and the runner translates the
      // step anew for each bundle.
      options.as(JoinOptions.class).setJoinShards(SHARDS);
    }
  }

  @Override
  public Optional<String> obstacleToExactlyOnce(PipelineOptions options, PipelineSpec spec) {
    return Optional.of("the Direct runner keeps no checkpoints to go on from");
  }

  @Override
  public PipelineResult run(Pipeline pipeline) {
    return pipeline.run();
  }
}
