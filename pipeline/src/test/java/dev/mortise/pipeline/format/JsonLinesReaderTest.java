package dev.mortise.pipeline.format;

import static dev.mortise.pipeline.TestInputs.write;
import static dev.mortise.pipeline.format.FileReading.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.spec.RowFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesReaderTest {
  @TempDir Path folder;

  private List<RawRecord> read(String text) throws IOException {
    return readAll(write(folder, "orders.jsonl", text), RowFormat.JSON);
  }

  private static RawRecord record(int line, String text) {
    return new RawRecord("orders", "orders.jsonl:" + line, text, null, null);
  }

  @Test
  void countsLinesFromOne() throws IOException {
    assertThat(read("{\"a\":1}\n{\"a\":2}\n"))
        .containsExactly(record(1, "{\"a\":1}"), record(2, "{\"a\":2}"));
  }

  @Test
  void readsLastLineWithoutEnd() throws IOException {
    assertThat(read("{}\n{\"a\":2}")).containsExactly(record(1, "{}"), record(2, "{\"a\":2}"));
  }

  @Test
  void leavesOutByteOrderMarkAndCarriageReturns() throws IOException {
    assertThat(read("\uFEFF{\"a\":1}\r\n{\"a\":2}\r\n"))
        .containsExactly(record(1, "{\"a\":1}"), record(2, "{\"a\":2}"));
  }

  @Test
  void countsBlankLinesButTakesThemForNoRows() throws IOException {
    assertThat(read("\n{}\n  \t\r\n\n{}\n\n")).containsExactly(record(2, "{}"), record(5, "{}"));
  }

  @Test
  void findsNothingInEmptyFileOrOneOfMarkAlone() throws IOException {
    assertThat(read("")).isEmpty();
    assertThat(read("\uFEFF")).isEmpty();
    assertThat(read("\n\n")).isEmpty();
  }

  @Test
  void setsAsideLineThatIsNotUtf8_andReadsOn() throws IOException {
    byte[] bytes = "{\"a\":\"x\"}\n{\"b\":\"\u00e4\"}\n".getBytes(StandardCharsets.ISO_8859_1);
    byte[] more = "{\"c\":\"\u00e4\uFFFD\"}".getBytes(StandardCharsets.UTF_8);
    byte[] all = new byte[bytes.length + more.length];
    System.arraycopy(bytes, 0, all, 0, bytes.length);
    System.arraycopy(more, 0, all, bytes.length, more.length);

    List<RawRecord> records = readAll(write(folder, "orders.jsonl", all), RowFormat.JSON);

    assertThat(records)
        .containsExactly(
            record(1, "{\"a\":\"x\"}"),
            new RawRecord("orders", "orders.jsonl:2", "", "{\"b\":\"\uFFFD\"}", "is not UTF-8"),
            record(3, "{\"c\":\"\u00e4\uFFFD\"}"));
  }

  @Test
  void readsLineOfTenMegabytes() throws IOException {
    String text = "{\"a\":\"" + "x".repeat(10_000_000) + "\"}";
    List<RawRecord> records = read("{}\n" + text + "\n{}");
    assertThat(records).hasSize(3);
    assertThat(records.get(1).text()).isEqualTo(text);
  }

  @Test
  void setsAsideLineThatIsTooLong_andReadsOn() throws IOException {
    String text = "y".repeat(LineReader.MAX_LINE_BYTES + 1);
    List<RawRecord> records = read("{}\n" + text + "\r\n{}\n");
    assertThat(records).hasSize(3);
    assertThat(records.get(1).error())
        .isEqualTo("is too long: 16,777,218 bytes, where at most 16,777,216 are read");
    assertThat(records.get(1).raw()).isEqualTo("y".repeat(1000) + "...");
    assertThat(records.get(2)).isEqualTo(record(3, "{}"));
  }

  @Test
  void readsTheSameWhateverTheStreamGivesAtATime() throws IOException {
    String text = "\uFEFF{\"a\":1}\r\n\n{\"b\":\"\u00e4\"}\n" + "z".repeat(200) + "\nlast";
    List<Line> whole = lines(text, Integer.MAX_VALUE);
    for (int atATime = 1; atATime < 20; atATime++) {
      assertThat(lines(text, atATime)).as("%d bytes at a time", atATime).isEqualTo(whole);
    }
    assertThat(whole).hasSize(5);
    assertThat(whole.get(3).error())
        .isEqualTo("is too long: 200 bytes, where at most 100 are read");
  }

  private static List<Line> lines(String text, int atATime) throws IOException {
    ByteArrayInputStream slow =
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
          @Override
          public int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(length, atATime));
          }
        };
    List<Line> lines = new ArrayList<>();
    try (LineReader reader = new LineReader(slow, FilePosition.START, 100)) {
      Line line;
      while ((line = reader.next()) != null) {
        // How much of a line that is too long is shown depends on what was at hand.
        lines.add(
            line.error() == null
                ? line
                : new Line("", line.error(), line.number(), line.start(), line.next(), false));
      }
    }
    return lines;
  }
}
