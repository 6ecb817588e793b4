package dev.mortise.pipeline.sink;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinedPair;
import dev.mortise.join.LateRow;
import dev.mortise.join.UnmatchedRow;
import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.format.IsoTime;
import dev.mortise.pipeline.format.RawJson;
import dev.mortise.pipeline.spec.RowId;
import dev.mortise.pipeline.window.WindowRow;
import dev.mortise.window.TooLateRow;
import dev.mortise.window.WindowPane;
import java.io.IOException;
import java.io.Serializable;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Keys of records: JSON arrays that say which element it is. They follow from the element alone, so
 * that whoever keeps the newest record of each key has every element once, however often it was
 * written.
 *
 * <p>Rows are told apart by the fields that the spec names, or else by a digest of 128 bits of the
 * whole row: then rows that are the same in every field have the same key.
 */
public final class RecordKeys implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int DIGEST_BYTES = 16;

  private final RowId ids;

  private RecordKeys(RowId ids) {
    this.ids = ids;
  }

  /** Keys that identify rows by {@code ids}. */
  public static RecordKeys of(RowId ids) {
    return new RecordKeys(ids);
  }

  /** {@code [LEFT, RIGHT]}. */
  public String matched(JoinedPair<Row, Row, Row> pair) {
    return array(
        json -> {
          row(JoinSide.LEFT, pair.left(), json);
          row(JoinSide.RIGHT, pair.right(), json);
        });
  }

  /** {@code ["left", LEFT]} or {@code ["right", RIGHT]}. */
  public String unmatched(JoinSide side, UnmatchedRow<Row, Row> row) {
    return sided(side, row.row());
  }

  /** {@code ["left", LEFT]} or {@code ["right", RIGHT]}. */
  public String late(LateRow<Row, Row, Row> row) {
    return sided(row.side(), row.side() == JoinSide.LEFT ? row.left() : row.right());
  }

  /** {@code [INPUT, POSITION, DIGEST]}: two files may have the same name. */
  public static String deadLetter(DeadLetter letter) {
    return array(
        json -> {
          json.writeString(letter.input());
          json.writeString(letter.position());
          json.writeString(digest(letter.raw()));
        });
  }

  /** {@code [WINDOW_START, BY...]}: a later result of the same window has the same key. */
  public static String pane(WindowPane<Row, Row> pane) {
    return array(
        json -> {
          json.writeString(IsoTime.format(pane.start()));
          for (Object value : pane.key().getValues()) {
            RowJson.writeValue(value, json);
          }
        });
  }

  /** {@code [WINDOW, LEFT, RIGHT]}, where a row that is not a pair has null for the other side. */
  public String tooLate(String window, TooLateRow<Row, WindowRow> late) {
    return array(
        json -> {
          json.writeString(window);
          row(JoinSide.LEFT, late.value().left(), json);
          row(JoinSide.RIGHT, late.value().right(), json);
        });
  }

  private String sided(JoinSide side, @Nullable Row row) {
    return array(
        json -> {
          json.writeString(side.name().toLowerCase(Locale.ROOT));
          row(side, row, json);
        });
  }

  private void row(JoinSide side, @Nullable Row row, JsonGenerator json) throws IOException {
    List<String> fields = side == JoinSide.LEFT ? ids.left() : ids.right();
    if (row == null) {
      json.writeNull();
    } else if (fields == null) {
      json.writeString(digest(text(row)));
    } else if (fields.size() == 1) {
      RowJson.writeValue(row.getValue(fields.get(0)), json);
    } else {
      json.writeStartArray();
      for (String field : fields) {
        RowJson.writeValue(row.getValue(field), json);
      }
      json.writeEndArray();
    }
  }

  private static String text(Row row) {
    StringWriter text = new StringWriter(256);
    try (JsonGenerator json = RawJson.FACTORY.createGenerator(text)) {
      RowJson.write(row, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static String digest(String text) {
    try {
      byte[] whole =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(Arrays.copyOf(whole, DIGEST_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every JVM has it.
    }
  }

  private interface Parts {
    void write(JsonGenerator json) throws IOException;
  }

  private static String array(Parts parts) {
    StringWriter text = new StringWriter(96);
    try (JsonGenerator json = RawJson.FACTORY.createGenerator(text)) {
      json.writeStartArray();
      parts.write(json);
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
