package dev.mortise.runner.flink;

import dev.mortise.pipeline.cli.RunnerAdapter;
import java.util.Set;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;

/** Beam's Flink runner, on a cluster in this JVM or on one of its own. */
public final class FlinkAdapter implements RunnerAdapter {
  private static final long CHECKPOINT_INTERVAL_MILLIS = 10_000;
  private static final long WATERMARK_INTERVAL_MILLIS = 5;

  @Override
  public String name() {
    return "flink";
  }

  @Override
  public void prepare(PipelineOptions options, Set<String> given) {
    options.setRunner(FlinkRunner.class);
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
    return Submission.of(pipeline).submit();
  }
}
