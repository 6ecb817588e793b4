package dev.mortise.pipeline.sink;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mortise.join.JoinSide;
import dev.mortise.pipeline.window.WindowRow;
import dev.mortise.window.TooLateRow;
import dev.mortise.window.WindowPane;
import java.io.IOException;
import java.io.Serializable;
import java.util.Locale;
import java.util.Objects;
import org.apache.beam.sdk.values.Row;

/** Writes what comes of one window of a spec as lines of JSON, as the contract has them. */
public final class WindowLines implements Serializable {
  private static final long serialVersionUID = 1L;

  private final OutputLines lines;
  private final String window;

  /**
   * Lines of a window.
   *
   * @param lines those of the spec
   * @param window the window's name
   */
  public WindowLines(OutputLines lines, String window) {
    this.lines = lines;
    this.window = window;
  }

  /** {@code {"window_start", "window_end", "by", "values", "pane"}}. */
  public String pane(WindowPane<Row, Row> pane) {
    return OutputLines.line(
        json -> {
          OutputLines.time("window_start", pane.start(), json);
          OutputLines.time("window_end", pane.end(), json);
          OutputLines.row("by", pane.key(), json);
          OutputLines.row("values", pane.value(), json);
          json.writeObjectFieldStart("pane");
          json.writeStringField("timing", pane.timing().name().toLowerCase(Locale.ROOT));
          json.writeNumberField("index", pane.index());
          json.writeBooleanField("last", pane.last());
          json.writeEndObject();
        });
  }

  /**
   * A line of the late output, {@code {"side", "input", "key", "event_time", "watermark", "row",
   * "window"}}. A pair has no side and no input, and its row is an object of both rows.
   */
  public String tooLate(TooLateRow<Row, WindowRow> late) {
    return OutputLines.line(
        json -> {
          WindowRow row = late.value();
          JoinSide side = row.side();
          if (side == null) {
            json.writeNullField("side");
            json.writeNullField("input");
            OutputLines.key(Objects.requireNonNull(row.key()), json);
          } else {
            lines.side(side, json);
            lines.key(side, row.key(), ofSide(side, row), json);
          }
          OutputLines.time("event_time", late.eventTime(), json);
          OutputLines.time("watermark", late.watermark(), json);
          if (side == null) {
            pair(row, json);
          } else {
            OutputLines.row("row", ofSide(side, row), json);
          }
          json.writeStringField("window", window);
        });
  }

  private static Row ofSide(JoinSide side, WindowRow row) {
    return Objects.requireNonNull(side == JoinSide.LEFT ? row.left() : row.right());
  }

  private static void pair(WindowRow row, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("row");
    OutputLines.row("left", row.left(), json);
    OutputLines.row("right", row.right(), json);
    json.writeEndObject();
  }
}
