package dev.mortise.pipeline.source;

import dev.mortise.pipeline.format.FilePosition;
import dev.mortise.pipeline.format.InputFile;
import dev.mortise.pipeline.format.RawRecord;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.format.RecordReader;
import dev.mortise.pipeline.spec.RowFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the records of several files, one file after the other. */
final class FilesReader implements Closeable {
  private static final int BLOCK_RECORDS = 500;
  private static final int BLOCK_CHARACTERS = 1 << 20;

  private final List<InputFile> files;
  private final RowFormat format;
  private final String input;
  private FilesPosition position;
  private @Nullable RecordReader current;

  FilesReader(List<InputFile> files, RowFormat format, String input, FilesPosition from) {
    this.files = files;
    this.format = format;
    this.input = input;
    this.position = from;
  }

  /** The next record; null behind the last file. */
  @Nullable RawRecord next() throws IOException {
    while (position.file() < files.size()) {
      RecordReader reader = current;
      if (reader == null) {
        InputFile file = files.get(position.file());
        reader = RecordReader.open(file, format, input, position.position());
        current = reader;
      }
      RawRecord record = reader.next();
      if (record != null) {
        position = new FilesPosition(position.file(), reader.position());
        return record;
      }
      reader.close();
      current = null;
      position = new FilesPosition(position.file() + 1, FilePosition.START);
    }
    return null;
  }

  /** The next records, at most a block of them; null behind the last file. */
  @Nullable RecordBlock nextBlock() throws IOException {
    List<RawRecord> records = new ArrayList<>();
    long characters = 0;
    while (records.size() < BLOCK_RECORDS && characters < BLOCK_CHARACTERS) {
      RawRecord record = next();
      if (record == null) {
        break;
      }
      records.add(record);
      characters += size(record);
    }
    return records.isEmpty() ? null : new RecordBlock(List.copyOf(records));
  }

  /** About how much memory a record takes, in characters. */
  static long size(RawRecord record) {
    return record.size();
  }

  FilesPosition position() {
    return position;
  }

  @Override
  public void close() throws IOException {
    RecordReader reader = current;
    current = null;
    if (reader != null) {
      reader.close();
    }
  }
}
