package dev.mortise.runner.spark.engine;

import dev.mortise.pipeline.source.RangeReadable;
import dev.mortise.pipeline.source.Stepwise;
import java.io.IOException;
import java.io.Serializable;
import org.apache.beam.runners.core.construction.SerializablePipelineOptions;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.io.UnboundedSource.CheckpointMark;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.apache.beam.sdk.util.CoderUtils;
import org.jspecify.annotations.Nullable;

/** One split of an unbounded source. */
final class SplitSource<T, M extends CheckpointMark> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final UnboundedSource<T, M> source;

  SplitSource(UnboundedSource<T, M> source) {
    this.source = source;
  }

  /** Whether rows in front of a watermark must be done with before it moves. */
  boolean isStepwise() {
    return source instanceof Stepwise;
  }

  Coder<T> elementCoder() {
    return source.getOutputCoder();
  }

  UnboundedReader<T> open(SerializablePipelineOptions options, byte @Nullable [] mark)
      throws IOException {
    return source.createReader(options.get(), decode(mark));
  }

  /**
   * A reader of exactly what lies between two marks, if the source has such: one that is paced by
   * the clock needs it, because its elements depend on when they were read.
   */
  @Nullable UnboundedReader<T> openRange(
      SerializablePipelineOptions options, byte @Nullable [] from, byte @Nullable [] to)
      throws IOException {
    M end = decode(to);
    if (end == null || !(source instanceof RangeReadable<?, ?>)) {
      return null;
    }
    @SuppressWarnings("unchecked") // A source of T with marks M.
    RangeReadable<T, M> ranges = (RangeReadable<T, M>) source;
    return ranges.createRangeReader(options.get(), decode(from), end);
  }

  byte[] markOf(UnboundedReader<?> reader) throws IOException {
    @SuppressWarnings("unchecked") // A reader gives marks of its source.
    M mark = (M) reader.getCheckpointMark();
    return CoderUtils.encodeToByteArray(source.getCheckpointMarkCoder(), mark);
  }

  private @Nullable M decode(byte @Nullable [] mark) throws IOException {
    return mark == null
        ? null
        : CoderUtils.decodeFromByteArray(source.getCheckpointMarkCoder(), mark);
  }
}
