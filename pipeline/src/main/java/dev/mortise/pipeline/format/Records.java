package dev.mortise.pipeline.format;

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
      error = String.format("%s: %,d rows before it were read", error, recordsBefore);
    }
    return new RawRecord(input, position, "", line.text(), error);
  }
}
