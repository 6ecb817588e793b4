package dev.mortise.pipeline.sink;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinedPair;
import dev.mortise.join.LateRow;
import dev.mortise.join.UnmatchedRow;
import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.format.IsoTime;
import dev.mortise.pipeline.format.RawJson;
import dev.mortise.pipeline.spec.JoinSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import java.io.IOException;
import java.io.Serializable;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Writes each kind of output row as one line of JSON, as the contract has it. A key is a row of the
 * key's fields: one field is written as its value, several as an array.
 */
public final class OutputLines implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String left;
  private final String right;
  private final ArrayList<String> leftKey;
  private final ArrayList<String> rightKey;

  private OutputLines(JoinSpec join) {
    this.left = join.left();
    this.right = join.right();
    this.leftKey = new ArrayList<>(join.leftKey());
    this.rightKey = new ArrayList<>(join.rightKey());
  }

  /** Lines for the outputs of a spec. */
  public static OutputLines of(PipelineSpec spec) {
    return new OutputLines(spec.join());
  }

  /** {@code {"key", "event_time", "gap_ms", "left", "right"}}. */
  public String matched(JoinedPair<Row, Row, Row> pair) {
    return line(
        json -> {
          key(pair.key(), json);
          time("event_time", pair.eventTime(), json);
          json.writeNumberField("gap_ms", pair.gap().getMillis());
          row("left", pair.left(), json);
          row("right", pair.right(), json);
        });
  }

  /** {@code {"side", "input", "key", "event_time", "reason", "row"}}. */
  public String unmatched(JoinSide side, UnmatchedRow<Row, Row> row) {
    return line(
        json -> {
          side(side, json);
          key(side, row.key(), row.row(), json);
          time("event_time", row.eventTime(), json);
          json.writeStringField("reason", row.reason().name().toLowerCase(Locale.ROOT));
          row("row", row.row(), json);
        });
  }

  /** {@code {"side", "input", "key", "event_time", "watermark", "row"}}. */
  public String late(LateRow<Row, Row, Row> row) {
    return line(
        json -> {
          side(row.side(), json);
          key(row.key(), json);
          time("event_time", row.eventTime(), json);
          time("watermark", row.watermark(), json);
          row("row", row.side() == JoinSide.LEFT ? row.left() : row.right(), json);
        });
  }

  /** {@code {"input", "position", "error", "raw"}}. */
  public String deadLetter(DeadLetter letter) {
    return line(
        json -> {
          json.writeStringField("input", letter.input());
          json.writeStringField("position", letter.position());
          json.writeStringField("error", letter.error());
          json.writeStringField("raw", letter.raw());
        });
  }

  void side(JoinSide side, JsonGenerator json) throws IOException {
    json.writeStringField("side", side.name().toLowerCase(Locale.ROOT));
    json.writeStringField("input", side == JoinSide.LEFT ? left : right);
  }

  /** The key of a row of one side, which may lack it. */
  void key(JoinSide side, @Nullable Row key, Row row, JsonGenerator json) throws IOException {
    if (key == null) {
      missingKey(row, side == JoinSide.LEFT ? leftKey : rightKey, json);
    } else {
      key(key, json);
    }
  }

  static void key(Row key, JsonGenerator json) throws IOException {
    key(key.getValues(), json);
  }

  /** The key of a row that has none: what there is of it, as the row has it. */
  private static void missingKey(Row row, List<String> fields, JsonGenerator json)
      throws IOException {
    List<@Nullable Object> values = new ArrayList<>();
    for (String field : fields) {
      values.add(row.getValue(field));
    }
    key(values, json);
  }

  private static void key(List<? extends @Nullable Object> values, JsonGenerator json)
      throws IOException {
    json.writeFieldName("key");
    if (values.size() == 1) {
      RowJson.writeValue(values.get(0), json);
      return;
    }
    json.writeStartArray();
    for (Object value : values) {
      RowJson.writeValue(value, json);
    }
    json.writeEndArray();
  }

  static void time(String name, Instant time, JsonGenerator json) throws IOException {
    json.writeStringField(name, IsoTime.format(time));
  }

  static void row(String name, @Nullable Row row, JsonGenerator json) throws IOException {
    json.writeFieldName(name);
    if (row == null) {
      json.writeNull();
    } else {
      RowJson.write(row, json);
    }
  }

  interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  static String line(Fields fields) {
    StringWriter text = new StringWriter(256);
    try (JsonGenerator json = RawJson.FACTORY.createGenerator(text)) {
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
