package dev.mortise.pipeline.graph;

import dev.mortise.pipeline.source.WatermarkOptions;
import java.util.List;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsRegistrar;

/** Makes the options of the pipeline known to the command line. */
public final class JoinOptionsRegistrar implements PipelineOptionsRegistrar {
  @Override
  public Iterable<Class<? extends PipelineOptions>> getPipelineOptions() {
    return List.of(JoinOptions.class, WatermarkOptions.class);
  }
}
