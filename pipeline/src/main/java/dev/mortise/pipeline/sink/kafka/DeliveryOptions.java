package dev.mortise.pipeline.sink.kafka;

import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Hidden;
import org.apache.beam.sdk.options.PipelineOptions;

/** What the application tells its outputs about the runner. No options of the user's. */
@Hidden
public interface DeliveryOptions extends PipelineOptions {

  /** Whether topics whose spec does not say otherwise get each row exactly once. */
  @Default.Boolean(false)
  boolean isExactlyOnceByDefault();

  void setExactlyOnceByDefault(boolean whether);
}
