package dev.mortise.runner.spark.engine;

import java.util.List;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsRegistrar;

/** Makes {@link MicroBatchOptions} known to the command line. */
public final class MicroBatchOptionsRegistrar implements PipelineOptionsRegistrar {
  @Override
  public Iterable<Class<? extends PipelineOptions>> getPipelineOptions() {
    return List.of(MicroBatchOptions.class);
  }
}
