package dev.mortise.runner.flink;

import dev.mortise.pipeline.cli.RunnerAdapter;
import dev.mortise.pipeline.cli.UsageException;
import dev.mortise.pipeline.graph.JoinOptions;
import dev.mortise.pipeline.source.ReadOptions;
import dev.mortise.pipeline.spec.PipelineSpec;
import java.util.Optional;
import java.util.Set;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.flink.streaming.api.environment.ExecutionCheckpointingOptions;

/** Beam's Flink runner, on a cluster in this JVM or on one of its own. */
public final class FlinkAdapter implements RunnerAdapter {
  private static final long CHECKPOINT_INTERVAL_MILLIS = 10_000;
  private static final long WATERMARK_INTERVAL_MILLIS = 2;

  /**
   * Flink assigns shards to subtasks by a hash: so many give the busiest of up to 16 subtasks no
   * more than a sixth above its share, where 256 give it a quarter more.
   */
  private static final int SHARDS = 1024;

  /** Rows of one shard leave a bundle together, so large bundles spare work under load. */
  private static final long BUNDLE_SIZE = 20_000;

  /**
   * What a row waits for others at the most, processing time: as long as in Flink's own buffers.
   */
  private static final long BUNDLE_MILLIS = 100;

  private static final long STEPWISE_BUNDLE_MILLIS = 50;

  private Set<String> given = Set.of();

  @Override
  public String name() {
    return "flink";
  }

  @Override
  public void prepare(PipelineOptions options, Set<String> given) {
    this.given = given;
    options.setRunner(FlinkRunner.class);
    options.as(ReadOptions.class).setEndProbedByWatermark(true);
    options.as(ReadOptions.class).setOneReaderPerTask(true);
    FlinkPipelineOptions flink = options.as(FlinkPipelineOptions.class);
    if (!given.contains("parallelism") && JobTarget.of(flink) == JobTarget.EMBEDDED) {
      flink.setParallelism(Runtime.getRuntime().availableProcessors());
    }
    if (!given.contains("checkpointingInterval") && !hasCheckpointInterval(flink)) {
      flink.setCheckpointingInterval(CHECKPOINT_INTERVAL_MILLIS);
    }
    if (!given.contains("finishBundleBeforeCheckpointing")) {
      // Otherwise what a bundle still has to say becomes state.
      flink.setFinishBundleBeforeCheckpointing(true);
    }
    if (!given.contains("shutdownSourcesAfterIdleMs")) {
      // Otherwise a stream that has ended is waited for without end.
      flink.setShutdownSourcesAfterIdleMs(0L);
    }
    if (!given.contains("autoWatermarkInterval")) {
      flink.setAutoWatermarkInterval(WATERMARK_INTERVAL_MILLIS);
    }
    if (!given.contains("joinShards")) {
      options.as(JoinOptions.class).setJoinShards(SHARDS);
    }
    // No step changes what it was given, and what the join keeps as state is immutable.
    if (!given.contains("objectReuse")) {
      flink.setObjectReuse(true);
    }
    if (!given.contains("fasterCopy")) {
      flink.setFasterCopy(true);
    }
  }

  /** Whether the client that started this program says how often. */
  private static boolean hasCheckpointInterval(FlinkPipelineOptions options) {
    return JobTarget.of(options) == JobTarget.CLIENT
        && JobConfiguration.ofCluster(options)
            .getOptional(ExecutionCheckpointingOptions.CHECKPOINTING_INTERVAL)
            .isPresent();
  }

  @Override
  public Start begin(PipelineOptions options, PipelineSpec spec) throws UsageException {
    FlinkPipelineOptions flink = options.as(FlinkPipelineOptions.class);
    if (!given.contains("jobName")) {
      // What dashboards tell jobs apart by: the same at every start.
      options.setJobName(spec.name());
    }
    Start start = new JobChecks(options, spec, JobConfiguration.ofCluster(flink)).check();
    if (flink.getCheckpointingInterval() <= 0) {
      // The only number by which Beam's runner understands "none".
      flink.setCheckpointingInterval(-1L);
    }
    return start;
  }

  @Override
  public Optional<String> obstacleToExactlyOnce(PipelineOptions options, PipelineSpec spec) {
    FlinkPipelineOptions flink = options.as(FlinkPipelineOptions.class);
    if (!spec.left().isStreaming() && !spec.right().isStreaming()) {
      return Optional.of("only a stream has checkpoints, and both inputs are read as a batch");
    }
    if (flink.getCheckpointingInterval() <= 0 && !hasCheckpointInterval(flink)) {
      return Optional.of("it needs checkpoints, and there are none (--checkpointingInterval)");
    }
    if (!flink.getCheckpointingMode().equalsIgnoreCase("EXACTLY_ONCE")) {
      return Optional.of("--checkpointingMode is " + flink.getCheckpointingMode());
    }
    return Optional.empty();
  }

  @Override
  public boolean mayShowRows(PipelineOptions options) {
    FlinkPipelineOptions flink = options.as(FlinkPipelineOptions.class);
    return JobTarget.of(flink) == JobTarget.EMBEDDED
        && options.as(FlinkJobOptions.class).getCheckpointDir() == null
        && flink.getSavepointPath() == null;
  }

  @Override
  public PipelineResult run(Pipeline pipeline) {
    Set<String> stepwise = StepwiseReads.in(pipeline);
    FlinkPipelineOptions flink = pipeline.getOptions().as(FlinkPipelineOptions.class);
    // A watermark waits for the open bundle of each step, and rows of a script behind it would
    // overtake it.
    boolean inSteps = !stepwise.isEmpty();
    if (!given.contains("maxBundleSize")) {
      flink.setMaxBundleSize(inSteps ? 1L : BUNDLE_SIZE);
    }
    if (!given.contains("maxBundleTimeMills")) {
      flink.setMaxBundleTimeMills(inSteps ? STEPWISE_BUNDLE_MILLIS : BUNDLE_MILLIS);
    }
    try {
      return new Submission(pipeline, stepwise).submit();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
