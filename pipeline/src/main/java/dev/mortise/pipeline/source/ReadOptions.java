package dev.mortise.pipeline.source;

import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Hidden;
import org.apache.beam.sdk.options.PipelineOptions;

/** What a runner's adapter tells the readers of streams about the runner. */
@Hidden
public interface ReadOptions extends PipelineOptions {

  /**
   * Whether the runner asks for the watermark right after a read that found nothing, only to learn
   * whether the source is at its end, and passes that answer on to nobody. What it asks for at any
   * other time goes downstream in the order of the rows.
   */
  @Default.Boolean(false)
  boolean isEndProbedByWatermark();

  void setEndProbedByWatermark(boolean probed);

  /**
   * Whether a source of many partitions is split into no more parts than the runner asks for. Else
   * each partition is a part, which can be read again exactly.
   */
  @Default.Boolean(false)
  boolean isOneReaderPerTask();

  void setOneReaderPerTask(boolean one);
}
