package dev.mortise.pipeline.format;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record a CSV row, behind a header row that names the cells. A record that breaks the rules
 * costs its first line only: reading goes on with the line behind that.
 */
final class CsvReader implements RecordReader {
  private final InputFile file;
  private final String input;
  private LineReader lines;
  private final Deque<Line> returned = new ArrayDeque<>();
  private @Nullable RawRecord brokenHeader;
  private @Nullable List<String> columns;
  private FilePosition position = FilePosition.START;

  private CsvReader(InputFile file, String input, LineReader lines) {
    this.file = file;
    this.input = input;
    this.lines = lines;
  }

  static CsvReader open(InputFile file, String input, FilePosition from) throws IOException {
    FilePosition start = FilePosition.START;
    LineReader lines = new LineReader(Decompression.open(file, 0), start);
    CsvReader reader = new CsvReader(file, input, lines);
    try {
      reader.readHeader();
      if (!from.equals(start)) {
        reader.goTo(from);
      }
      return reader;
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private void readHeader() throws IOException {
    CsvRecord header = nextRecord();
    if (header == null) {
      return;
    }
    advance(header, 0);
    if (header.error() == null) {
      columns = List.copyOf(header.cells());
    } else {
      advance(header, 1);
      brokenHeader = header.toRawRecord("the header row " + header.error());
    }
  }

  private void goTo(FilePosition from) throws IOException {
    lines.close();
    lines = new LineReader(Decompression.open(file, from.offset()), from);
    returned.clear();
    brokenHeader = null;
    position = from;
  }

  @Override
  public @Nullable RawRecord next() throws IOException {
    RawRecord header = brokenHeader;
    if (header != null) {
      brokenHeader = null;
      return header;
    }
    CsvRecord row = position.ended() ? null : nextRecord();
    if (row == null) {
      return null;
    }
    advance(row, 1);
    String error = row.error();
    List<String> names = columns;
    if (error != null) {
      return row.toRawRecord(error);
    }
    if (names == null) {
      return row.toRawRecord("can't be read, because the file's header row can't");
    }
    if (names.size() != row.cells().size()) {
      return row.toRawRecord(
          String.format(
              "must have %d cells as the header row has, but has %d",
              names.size(), row.cells().size()));
    }
    return new RawRecord(input, row.position(), toJson(names, row.cells()), row.raw(), null);
  }

  private void advance(CsvRecord row, int records) {
    Line last = row.last();
    position =
        new FilePosition(
            last.next(), last.number(), position.records() + records, last.brokenEnd());
  }

  @Override
  public FilePosition position() {
    return position;
  }

  /** The next row that is not blank, the header row included. */
  private @Nullable CsvRecord nextRecord() throws IOException {
    Line first;
    do {
      first = nextLine();
      if (first == null) {
        return null;
      }
    } while (first.error() == null && first.text().isBlank());
    if (first.error() != null) {
      RawRecord record = Records.of(file.name(), input, first, position.records());
      return new CsvRecord(first, first, List.of(), first.text(), record.error());
    }
    CsvCells cells = new CsvCells();
    CsvCells.State state = cells.add(first.text());
    return switch (state) {
      case COMPLETE -> new CsvRecord(first, first, cells.cells(), first.text(), null);
      case BROKEN -> new CsvRecord(first, first, List.of(), first.text(), cells.error());
      case OPEN -> severalLines(first, cells);
    };
  }

  private CsvRecord severalLines(Line first, CsvCells cells) throws IOException {
    List<Line> more = new ArrayList<>();
    long bytes = first.text().length();
    CsvCells.State state = CsvCells.State.OPEN;
    String error = "is not CSV: a quote is opened and never closed";
    while (state == CsvCells.State.OPEN) {
      Line line = nextLine();
      if (line == null) {
        break;
      }
      more.add(line);
      bytes += line.text().length();
      if (line.error() != null || bytes > LineReader.MAX_LINE_BYTES) {
        break;
      }
      state = cells.add(line.text());
    }
    if (state == CsvCells.State.COMPLETE) {
      StringBuilder raw = new StringBuilder(first.text());
      more.forEach(line -> raw.append('\n').append(line.text()));
      Line last = more.get(more.size() - 1);
      return new CsvRecord(first, last, cells.cells(), raw.toString(), null);
    }
    for (int i = more.size() - 1; i >= 0; i--) {
      returned.addFirst(more.get(i));
    }
    String how = state == CsvCells.State.BROKEN ? cells.error() : error;
    return new CsvRecord(first, first, List.of(), first.text(), how);
  }

  private @Nullable Line nextLine() throws IOException {
    Line line = returned.poll();
    return line != null ? line : lines.next();
  }

  private static String toJson(List<String> names, List<String> cells) {
    JsonStringEncoder encoder = JsonStringEncoder.getInstance();
    StringBuilder json = new StringBuilder("{");
    for (int i = 0; i < names.size(); i++) {
      json.append(i == 0 ? "\"" : ",\"");
      encoder.quoteAsString(names.get(i), json);
      json.append("\":\"");
      encoder.quoteAsString(cells.get(i), json);
      json.append('"');
    }
    return json.append('}').toString();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /** A row and the lines it stands on. */
  private final class CsvRecord {
    private final Line first;
    private final Line last;
    private final List<String> cells;
    private final String raw;
    private final @Nullable String error;

    CsvRecord(Line first, Line last, List<String> cells, String raw, @Nullable String error) {
      this.first = first;
      this.last = last;
      this.cells = cells;
      this.raw = raw;
      this.error = error;
    }

    Line last() {
      return last;
    }

    List<String> cells() {
      return cells;
    }

    String raw() {
      return raw;
    }

    @Nullable String error() {
      return error;
    }

    String position() {
      return file.name() + ":" + first.number();
    }

    RawRecord toRawRecord(String why) {
      return new RawRecord(input, position(), "", raw, why);
    }
  }
}
