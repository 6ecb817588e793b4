package dev.mortise.pipeline.source;

import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;

/** Pipeline options of live sources. */
public interface WatermarkOptions extends PipelineOptions {

  @Description(
      "How long, in milliseconds of processing time, a watermark stands still before the run says"
          + " what holds it back.")
  @Default.Long(60_000)
  long getStandstillMillis();

  void setStandstillMillis(long millis);
}
