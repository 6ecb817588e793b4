package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.FilePosition;
import dev.mortise.pipeline.format.RawRecord;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.format.ScriptFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads a script. */
final class ScriptReader extends BlockReader {
  private final ScriptSource source;
  private final FilePosition from;
  private final Instant[] marks;
  private @Nullable ScriptFile script;

  ScriptReader(ScriptSource source, @Nullable ScriptMark mark, @Nullable PipelineOptions options) {
    super(
        mark == null
            ? new Watermarks(BoundedWindow.TIMESTAMP_MIN_VALUE, true, options)
            : new Watermarks(Collections.min(mark.watermarks()), false, options));
    this.source = source;
    this.marks = new Instant[source.inputs().size()];
    if (mark == null) {
      from = FilePosition.START;
      Arrays.fill(marks, BoundedWindow.TIMESTAMP_MIN_VALUE);
    } else {
      from = mark.position();
      mark.watermarks().toArray(marks);
      if (mark.ended()) {
        watermarks.end();
      }
    }
  }

  private Instant least() {
    return Collections.min(Arrays.asList(marks));
  }

  @Override
  public boolean start() throws IOException {
    script =
        ScriptFile.open(
            InputFiles.find(source.from().path(), source.from().written()).get(0), from);
    return advance();
  }

  @Override
  void gather(Block block) throws IOException {
    ScriptFile lines = script;
    if (lines == null) {
      return;
    }
    while (!block.isFull()) {
      RawRecord record = lines.peek();
      if (record == null) {
        if (block.isEmpty() && watermarks.mayMove()) {
          watermarks.end();
        }
        break;
      }
      ScriptLine line = read(record);
      if (!line.watermarks().isEmpty()) {
        if (moves(line.watermarks()) && !(block.isEmpty() && watermarks.mayMove())) {
          // The rows in front of a watermark come first.
          break;
        }
        lines.take();
        line.watermarks().forEach(this::mark);
        watermarks.moveTo(least());
        if (!watermarks.mayRead()) {
          return;
        }
      } else {
        lines.take();
        block.add(toRecord(record, line));
      }
    }
  }

  private ScriptLine read(RawRecord record) {
    String error = record.error();
    if (error != null) {
      return new ScriptLine(null, null, Map.of(), error);
    }
    return ScriptLine.parse(record.text(), source.inputs());
  }

  /** A watermark never moves back: a mark behind it changes nothing. */
  private void mark(String input, Instant time) {
    int at = source.inputs().indexOf(input);
    marks[at] = later(marks[at], time);
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private boolean moves(Map<String, Instant> times) {
    Instant least = BoundedWindow.TIMESTAMP_MAX_VALUE;
    for (int i = 0; i < marks.length; i++) {
      Instant time = later(marks[i], times.getOrDefault(source.inputs().get(i), marks[i]));
      least = time.isBefore(least) ? time : least;
    }
    return least.isAfter(watermarks.current());
  }

  private static RawRecord toRecord(RawRecord record, ScriptLine line) {
    String raw = record.raw() == null ? record.text() : record.raw();
    String row = line.row();
    return new RawRecord(
        line.input(), record.position(), row == null ? "" : row, raw, line.error());
  }

  @Override
  public ScriptMark getCheckpointMark() {
    ScriptFile lines = script;
    return new ScriptMark(
        lines == null ? from : lines.position(), List.of(marks), watermarks.ended());
  }

  @Override
  public UnboundedSource<RecordBlock, ?> getCurrentSource() {
    return source;
  }

  @Override
  public void close() throws IOException {
    ScriptFile lines = script;
    script = null;
    if (lines != null) {
      lines.close();
    }
  }
}
