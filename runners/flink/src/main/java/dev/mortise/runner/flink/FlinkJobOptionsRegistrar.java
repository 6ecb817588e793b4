package dev.mortise.runner.flink;

import java.util.List;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsRegistrar;

/** Makes {@link FlinkJobOptions} known to the command line. */
public final class FlinkJobOptionsRegistrar implements PipelineOptionsRegistrar {
  @Override
  public Iterable<Class<? extends PipelineOptions>> getPipelineOptions() {
    return List.of(FlinkJobOptions.class);
  }
}
