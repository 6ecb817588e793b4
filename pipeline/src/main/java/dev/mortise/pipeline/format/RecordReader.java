package dev.mortise.pipeline.format;

import dev.mortise.pipeline.spec.RowFormat;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads a file's records in order, those that can't be used included. */
public interface RecordReader extends Closeable {

  /** The next record; null at the end. */
  @Nullable RawRecord next() throws IOException;

  /** Where the record after the last one given out starts. */
  FilePosition position();

  /**
   * Opens a file.
   *
   * @param input the input that the records belong to
   * @param from where to begin, as an earlier reader's {@link #position()} told
   * @throws UnreadableInputException if the file's compression can't be read here
   */
  static RecordReader open(InputFile file, RowFormat format, String input, FilePosition from)
      throws IOException {
    return switch (format) {
      case JSON -> new JsonLinesReader(file.name(), input, lines(file, from), from);
      case CSV -> CsvReader.open(file, input, from);
      case AVRO -> AvroFileReader.open(file, input, from);
    };
  }

  private static LineReader lines(InputFile file, FilePosition from) throws IOException {
    return new LineReader(Decompression.open(file, from.offset()), from);
  }
}
