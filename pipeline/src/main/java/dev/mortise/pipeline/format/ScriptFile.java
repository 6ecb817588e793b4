package dev.mortise.pipeline.format;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The lines of a script, with one line of look-ahead. */
public final class ScriptFile implements Closeable {
  private final RecordReader records;
  private @Nullable RawRecord peeked;
  private FilePosition position;

  private ScriptFile(RecordReader records, FilePosition position) {
    this.records = records;
    this.position = position;
  }

  /** Opens a script; its lines belong to no input until they are understood. */
  public static ScriptFile open(InputFile file, FilePosition from) throws IOException {
    LineReader lines = new LineReader(Decompression.open(file, from.offset()), from);
    return new ScriptFile(new JsonLinesReader(file.name(), null, lines, from), from);
  }

  /** The next line, which stays the next line until {@link #take}; null at the end. */
  public @Nullable RawRecord peek() throws IOException {
    if (peeked == null) {
      peeked = records.next();
    }
    return peeked;
  }

  /** Passes over the line that {@link #peek} showed. */
  public void take() {
    peeked = null;
    position = records.position();
  }

  /** Where the line that {@link #peek} shows starts. */
  public FilePosition position() {
    return position;
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
