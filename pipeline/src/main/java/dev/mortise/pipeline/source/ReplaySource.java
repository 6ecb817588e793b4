package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.SourceSpec;
import dev.mortise.pipeline.spec.SourceSpec.Replay;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Recorded files, replayed as a stream: the files by name, their rows in the order of their lines,
 * which counts as the order of arrival. The watermark trails the greatest event time so far by the
 * input's {@code max_out_of_orderness} and moves between blocks only; behind the last row it is the
 * end of time. Rows that can't be read flow along and move nothing.
 *
 * <p>With a speed, a row is due as much processing time after the first row as their event times
 * lie apart, divided by the speed; rows whose event time lies behind that of a row before them are
 * due with it. At the greatest possible speed rows come in blocks of a fixed number, and as the
 * watermark is announced after every block (see {@link Watermarks}), the same rows are late in each
 * replay. One part, one reader.
 *
 * <p>{@code idle_after} plays no part: a replay knows that there is more to come until it is at its
 * end.
 */
final class ReplaySource extends BlockSource<ReplayMark>
    implements RangeReadable<RecordBlock, ReplayMark> {
  private static final long serialVersionUID = 1L;

  /** Processing time in nanoseconds from any fixed point. */
  interface NanoClock extends Serializable {
    long nanos();
  }

  private final InputSpec input;
  private final SourceSpec.Files from;
  private final Replay replay;
  private final Duration maxOutOfOrderness;
  private final ArrayList<InputSpec> together;
  private final NanoClock clock;

  /**
   * @param together all inputs that are replayed beside each other, this one too
   */
  ReplaySource(
      InputSpec input,
      SourceSpec.Files from,
      Replay replay,
      Collection<InputSpec> together,
      NanoClock clock,
      String stateSignature) {
    super(stateSignature);
    this.input = input;
    this.from = from;
    this.replay = replay;
    this.together = new ArrayList<>(together);
    this.clock = clock;
    this.maxOutOfOrderness =
        input.watermark() == null ? Duration.ZERO : input.watermark().maxOutOfOrderness();
  }

  InputSpec input() {
    return input;
  }

  SourceSpec.Files from() {
    return from;
  }

  Replay replay() {
    return replay;
  }

  List<InputSpec> together() {
    return together;
  }

  /** How far the watermark trails, in event time. */
  Duration maxOutOfOrderness() {
    return maxOutOfOrderness;
  }

  NanoClock clock() {
    return clock;
  }

  @Override
  public UnboundedReader<RecordBlock> createReader(
      PipelineOptions options, @Nullable ReplayMark mark) {
    return new ReplayReader(this, mark, null, options);
  }

  @Override
  public UnboundedReader<RecordBlock> createRangeReader(
      PipelineOptions options, @Nullable ReplayMark from, ReplayMark to) {
    return new ReplayReader(this, from, to.position(), options);
  }

  @Override
  public Coder<ReplayMark> getCheckpointMarkCoder() {
    return new ReplayMark.MarkCoder();
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    builder
        .add(DisplayData.item("input", input.name()))
        .add(DisplayData.item("files", from.written()))
        .add(DisplayData.item("speed", replay.speed()))
        .add(DisplayData.item("maxOutOfOrderness", maxOutOfOrderness));
  }
}
