package dev.mortise.pipeline.format;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One record a line; blank lines are no records. */
final class JsonLinesReader implements RecordReader {
  private final String file;
  private final @Nullable String input;
  private final LineReader lines;
  private FilePosition position;

  JsonLinesReader(String file, @Nullable String input, LineReader lines, FilePosition from) {
    this.file = file;
    this.input = input;
    this.lines = lines;
    this.position = from;
  }

  @Override
  public @Nullable RawRecord next() throws IOException {
    Line line;
    while (!position.ended() && (line = lines.next()) != null) {
      if (line.error() == null && line.text().isBlank()) {
        continue;
      }
      long before = position.records();
      position = new FilePosition(line.next(), line.number(), before + 1, line.brokenEnd());
      return Records.of(file, input, line, before);
    }
    return null;
  }

  @Override
  public FilePosition position() {
    return position;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
