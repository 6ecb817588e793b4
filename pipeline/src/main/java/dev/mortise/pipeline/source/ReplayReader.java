package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.RawRecord;
import dev.mortise.pipeline.format.RecordBlock;
import java.io.IOException;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads a replay. */
final class ReplayReader extends BlockReader {
  private final ReplaySource source;
  private final LimitedParser parser;
  private final @Nullable FilesPosition until;
  private FilesPosition position;
  private @Nullable FilesReader files;
  private @Nullable RawRecord waiting;
  private @Nullable Instant waitingTime;
  private @Nullable Instant first;
  private @Nullable Instant latest;
  private long startNanos;
  private Instant told = BoundedWindow.TIMESTAMP_MIN_VALUE;
  private Instant toldAt = Instant.now();
  private @Nullable Instant lastRowAt;

  /**
   * @param mark where to begin; null for the beginning
   * @param until where to end, with nothing to wait for; null to read all, at the replay's pace
   * @param options say how the runner asks for watermarks; null for none
   */
  ReplayReader(
      ReplaySource source,
      @Nullable ReplayMark mark,
      @Nullable FilesPosition until,
      @Nullable PipelineOptions options) {
    super(new Watermarks(BoundedWindow.TIMESTAMP_MIN_VALUE, mark == null, options));
    this.source = source;
    this.until = until;
    this.parser = new LimitedParser(source.input());
    this.position = mark == null ? FilesPosition.START : mark.position();
    if (mark != null) {
      first = mark.first();
      latest = mark.latest();
      watermarks.moveTo(reached());
      if (mark.ended()) {
        watermarks.end();
      }
    }
  }

  @Override
  public boolean start() throws IOException {
    files =
        new FilesReader(
            InputFiles.find(source.from().pattern(), source.from().written()),
            source.input().format(),
            source.input().name(),
            position);
    if (isPaced() && first == null) {
      first = ReplayStart.of(source.together());
    }
    Instant from = first;
    Instant to = latest;
    // The pace goes on from the latest row; time that passed without a reader does not count.
    startNanos =
        source.clock().nanos() - (from == null || to == null ? 0 : nanosAfterStart(from, to));
    return advance();
  }

  @Override
  void gather(Block block) throws IOException {
    gatherDue(block);
    if (until == null) {
      tellBoard(!block.isEmpty());
    }
  }

  private void tellBoard(boolean read) {
    Instant now = Instant.now();
    if (read || lastRowAt == null) {
      lastRowAt = now;
    }
    Instant watermark = watermarks.current();
    if (!watermark.equals(told)) {
      told = watermark;
      toldAt = now;
    }
    WatermarkBoard.report(
        new WatermarkBoard.Standing(
            source.input().name(), "", watermark, toldAt, lastRowAt, -1, false));
  }

  private void gatherDue(Block block) throws IOException {
    FilesReader from = files;
    if (from == null) {
      return;
    }
    if (reached().isAfter(watermarks.current())) {
      if (watermarks.mayMove()) {
        watermarks.moveTo(reached());
      }
      return;
    }
    while (!block.isFull()) {
      RawRecord record = position.equals(until) ? null : peek(from);
      if (record == null) {
        if (block.isEmpty() && watermarks.mayMove()) {
          watermarks.end();
        }
        break;
      }
      if (!isDue()) {
        break;
      }
      block.add(record);
      waiting = null;
      position = from.position();
      note(waitingTime);
    }
  }

  private @Nullable RawRecord peek(FilesReader from) throws IOException {
    if (waiting == null) {
      RawRecord next = from.next();
      waiting = next;
      Instant time = next == null ? null : parser.parse(next).eventTime();
      waitingTime = time == null ? null : parser.within(time);
    }
    return waiting;
  }

  private boolean isDue() {
    Instant time = waitingTime;
    Instant from = first;
    if (time == null || from == null || !isPaced()) {
      return true;
    }
    return source.clock().nanos() - startNanos >= nanosAfterStart(from, time);
  }

  private boolean isPaced() {
    return until == null && !Double.isInfinite(source.replay().speed());
  }

  /** How much processing time after the start a row is due. */
  private long nanosAfterStart(Instant from, Instant time) {
    double millis = (double) time.getMillis() - from.getMillis();
    return (long) Math.max(0, millis * 1e6 / source.replay().speed());
  }

  private void note(@Nullable Instant time) {
    if (time == null) {
      return;
    }
    Instant reached = latest;
    if (reached == null || time.isAfter(reached)) {
      latest = time;
    }
  }

  /** Where the rows so far put the watermark. */
  private Instant reached() {
    Instant greatest = latest;
    if (greatest == null) {
      return BoundedWindow.TIMESTAMP_MIN_VALUE;
    }
    Duration sinceBeginning = new Duration(BoundedWindow.TIMESTAMP_MIN_VALUE, greatest);
    return sinceBeginning.isLongerThan(source.maxOutOfOrderness())
        ? greatest.minus(source.maxOutOfOrderness())
        : BoundedWindow.TIMESTAMP_MIN_VALUE;
  }

  @Override
  public ReplayMark getCheckpointMark() {
    return new ReplayMark(position, first, latest, watermarks.ended());
  }

  @Override
  public UnboundedSource<RecordBlock, ?> getCurrentSource() {
    return source;
  }

  @Override
  public void close() throws IOException {
    FilesReader from = files;
    files = null;
    if (until == null) {
      WatermarkBoard.remove(source.input().name(), "");
    }
    if (from != null) {
      from.close();
    }
  }
}
