package dev.mortise.pipeline.source;

import org.apache.beam.sdk.io.UnboundedSource.CheckpointMark;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.apache.beam.sdk.options.PipelineOptions;
import org.jspecify.annotations.Nullable;

/**
 * A source that can give again what lay between two of its marks: the same records in the same
 * order, though perhaps in other blocks. For sources that are paced by the clock, where a number of
 * elements does not say which records those were.
 *
 * @param <T> the elements
 * @param <M> the marks
 */
public interface RangeReadable<T, M extends CheckpointMark> {
  /**
   * A reader of what lies between two marks, without waiting. Behind it the watermark is the end of
   * time.
   *
   * @param from null for the beginning
   */
  UnboundedReader<T> createRangeReader(PipelineOptions options, @Nullable M from, M to);
}
