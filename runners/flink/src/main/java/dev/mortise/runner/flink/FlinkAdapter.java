package dev.mortise.runner.flink;

import dev.mortise.pipeline.cli.RunnerAdapter;
import dev.mortise.pipeline.source.ReadOptions;
import java.util.Set;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;

/** Beam's Flink runner, on a cluster in this JVM or on one of its own. */
public final class FlinkAdapter implements RunnerAdapter {
  private static final long CHECKPOINT_INTERVAL_MILLIS = 10_000;
  private static final long WATERMARK_INTERVAL_MILLIS = 2;
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
    FlinkPipelineOptions flink = options.as(FlinkPipelineOptions.class);
    if (!given.contains("parallelism") && JobTarget.of(flink) == JobTarget.EMBEDDED) {
      flink.setParallelism(Runtime.getRuntime().availableProcessors());
    }
    if (!given.contains("checkpointingInterval")) {
      flink.setCheckpointingInterval(CHECKPOINT_INTERVAL_MILLIS);
    }
    if (!given.contains("shutdownSourcesAfterIdleMs")) {
      // Otherwise a stream that has ended is waited for without end.
      flink.setShutdownSourcesAfterIdleMs(0L);
    }
    if (!given.contains("autoWatermarkInterval")) {
      flink.setAutoWatermarkInterval(WATERMARK_INTERVAL_MILLIS);
    }
    // Steps must not change their inputs, and ours do not.
    if (!given.contains("objectReuse")) {
      flink.setObjectReuse(true);
    }
    if (!given.contains("fasterCopy")) {
      flink.setFasterCopy(true);
    }
  }

  @Override
  public PipelineResult run(Pipeline pipeline) {
    Set<String> stepwise = StepwiseReads.in(pipeline);
    FlinkPipelineOptions flink = pipeline.getOptions().as(FlinkPipelineOptions.class);
    if (!stepwise.isEmpty()) {
      // A watermark waits for the open bundle of each step, and rows behind it would overtake it.
      if (!given.contains("maxBundleSize")) {
        flink.setMaxBundleSize(1L);
      }
      if (!given.contains("maxBundleTimeMills")) {
        flink.setMaxBundleTimeMills(STEPWISE_BUNDLE_MILLIS);
      }
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
