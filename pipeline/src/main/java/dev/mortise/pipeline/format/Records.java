package dev.mortise.pipeline.format;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes records of lines. */
final class Records {
  private Records() {}

  /** A record that is one line. */
  static RawRecord of(String file, @Nullable String input, Line line, long recordsBefore) {
    String position = file + ":" + line.number();
    String error = line.error();
    if (error == null) {
      return new RawRecord(input, position, line.text(), null, null);
    }
    if (line.brokenEnd()) {
      String rows =
          recordsBefore == 1
              ? "%s: %,d row before it was read"
              : "%s: %,d rows before it were read";
      error = String.format(Locale.ROOT, rows, error, recordsBefore);
    }
    return new RawRecord(input, position, "", line.text(), error);
  }
}
