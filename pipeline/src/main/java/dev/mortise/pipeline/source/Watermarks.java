package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.FilePosition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A source's watermark and the two rules that make it exact. It moves only when the runner has
 * asked for the old one behind the last rows, and once it has moved, nothing is read until the
 * runner has asked for the new one.
 *
 * <p>So the same rows are late on every runner. The Direct runner asks an unbounded source for up
 * to ten elements, takes its watermark after the last, and asks again when the pipeline has come to
 * rest: by the first rule, rows in front of a watermark are done with before it moves (moved in the
 * same poll, it would creep up to the earliest row still under way), and by the second its timers
 * have fired before rows behind it are read. Flink hands the watermark on in line with the rows, so
 * there the first rule is not needed, but not every time it asks: see {@link
 * ReadOptions#isEndProbedByWatermark}.
 */
final class Watermarks {
  private final boolean endProbed;
  private Instant current;
  private boolean asked;
  private boolean emittedSince;
  private boolean justFoundNothing;

  /**
   * @param current the watermark to begin with
   * @param asked false for a reader that goes on where another stopped: whatever came behind the
   *     source has to hear the watermark again before it gets more rows
   * @param options of the pipeline; null if the runner gives a reader none
   */
  Watermarks(Instant current, boolean asked, @Nullable PipelineOptions options) {
    this.current = current;
    this.asked = asked;
    this.endProbed = options != null && options.as(ReadOptions.class).isEndProbedByWatermark();
  }

  /** Moves the watermark; it never goes back. */
  void moveTo(Instant watermark) {
    if (watermark.isAfter(current)) {
      current = watermark;
      asked = false;
    }
  }

  /** Ends the source's time. */
  void end() {
    moveTo(BoundedWindow.TIMESTAMP_MAX_VALUE);
  }

  boolean ended() {
    return !current.isBefore(BoundedWindow.TIMESTAMP_MAX_VALUE);
  }

  /** Notes how a read ended: with rows for the runner, or with none. */
  void read(boolean rows) {
    emittedSince = (emittedSince || rows) && !endProbed;
    justFoundNothing = !rows;
  }

  /** Whether the watermark may move. */
  boolean mayMove() {
    return !emittedSince;
  }

  /** Whether rows may be read. */
  boolean mayRead() {
    return asked && !ended();
  }

  /** What the runner is told. */
  Instant announce() {
    if (endProbed && justFoundNothing) {
      justFoundNothing = false;
      return current;
    }
    asked = true;
    emittedSince = false;
    return current;
  }

  Instant current() {
    return current;
  }

  static void write(FilePosition position, DataOutputStream out) throws IOException {
    out.writeLong(position.offset());
    out.writeLong(position.line());
    out.writeLong(position.records());
    out.writeBoolean(position.ended());
  }

  static FilePosition readPosition(DataInputStream in) throws IOException {
    return new FilePosition(in.readLong(), in.readLong(), in.readLong(), in.readBoolean());
  }
}
