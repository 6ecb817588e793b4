package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.RawBytes;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.PassedFields;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/** Puts a record's key and headers into the row of its value, where the spec asks for them. */
public final class PassedValues implements Serializable {
  private static final long serialVersionUID = 1L;

  private final PassedFields passed;

  private PassedValues(PassedFields passed) {
    this.passed = passed;
  }

  /** What an input asks for. */
  public static PassedValues of(InputSpec input) {
    return new PassedValues(input.passed());
  }

  /**
   * The row with its key and headers; an error if one of them is no text in UTF-8.
   *
   * @param parsed the row of the record's value, or why there is none
   * @param key the record's key; null if it has none
   * @param header looks up a header; null if the record has none of that name
   */
  public RowParser.Parsed add(
      RowParser.Parsed parsed, byte @Nullable [] key, Function<String, byte @Nullable []> header) {
    Row row = parsed.row();
    if (row == null || passed.names().isEmpty()) {
      return parsed;
    }
    List<@Nullable Object> values = new ArrayList<>(row.getValues());
    List<String> problems = new ArrayList<>();
    String keyField = passed.key();
    if (keyField != null) {
      put(row, keyField, "the record's key", key, values, problems);
    }
    for (Map.Entry<String, String> entry : passed.headers().entrySet()) {
      String name = entry.getKey();
      put(row, entry.getValue(), "the header " + name, header.apply(name), values, problems);
    }
    return problems.isEmpty()
        ? new RowParser.Parsed(
            Row.withSchema(row.getSchema()).attachValues(values), parsed.eventTime(), null)
        : RowParser.Parsed.bad(String.join("; ", problems));
  }

  private static void put(
      Row row,
      String field,
      String what,
      byte @Nullable [] bytes,
      List<@Nullable Object> values,
      List<String> problems) {
    String text = bytes == null ? null : RawBytes.utf8(bytes);
    if (bytes != null && text == null) {
      problems.add(field + ": must be text, but " + what + " is not UTF-8");
    }
    values.set(row.getSchema().indexOf(field), text);
  }
}
