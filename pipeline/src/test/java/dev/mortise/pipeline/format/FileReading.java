package dev.mortise.pipeline.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.spec.RowFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.beam.sdk.io.FileSystems;

/** Reads files in tests. */
final class FileReading {
  private FileReading() {}

  static InputFile file(Path path) {
    return new InputFile(
        FileSystems.matchNewResource(path.toString(), false),
        String.valueOf(path.getFileName()),
        path.toFile().length());
  }

  /** Reads a file, and again from each position on the way, which must give the rest. */
  static List<RawRecord> readAll(Path path, RowFormat format) throws IOException {
    List<RawRecord> records = new ArrayList<>();
    List<FilePosition> positions = new ArrayList<>();
    try (RecordReader reader =
        RecordReader.open(file(path), format, "orders", FilePosition.START)) {
      RawRecord record;
      while ((record = reader.next()) != null) {
        records.add(record);
        positions.add(reader.position());
      }
    }
    if (records.size() <= 20) {
      for (int i = 0; i < positions.size(); i++) {
        assertThat(rest(path, format, positions.get(i)))
            .as("from " + positions.get(i))
            .isEqualTo(records.subList(i + 1, records.size()));
      }
    }
    return records;
  }

  private static List<RawRecord> rest(Path path, RowFormat format, FilePosition from)
      throws IOException {
    List<RawRecord> records = new ArrayList<>();
    try (RecordReader reader = RecordReader.open(file(path), format, "orders", from)) {
      RawRecord record;
      while ((record = reader.next()) != null) {
        records.add(record);
      }
    }
    return records;
  }

  static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
