package dev.mortise.pipeline.format;

import static dev.mortise.pipeline.TestInputs.write;
import static dev.mortise.pipeline.format.FileReading.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.pipeline.spec.RowFormat;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvReaderTest {
  @TempDir Path folder;

  private List<RawRecord> read(String text) throws IOException {
    return readAll(write(folder, "orders.csv", text), RowFormat.CSV);
  }

  private static RawRecord row(int line, String json, String raw) {
    return new RawRecord("orders", "orders.csv:" + line, json, raw, null);
  }

  private static RawRecord dead(int line, String raw, String error) {
    return new RawRecord("orders", "orders.csv:" + line, "", raw, error);
  }

  @Test
  void namesCellsByHeader() throws IOException {
    assertThat(read("a,b\n1,x\n2,\n"))
        .containsExactly(
            row(2, "{\"a\":\"1\",\"b\":\"x\"}", "1,x"), row(3, "{\"a\":\"2\",\"b\":\"\"}", "2,"));
  }

  @Test
  void readsQuotedCells_withCommasQuotesAndLineEnds() throws IOException {
    assertThat(read("\uFEFFa,b\r\n\"1,5\",\"say \"\"hi\"\"\"\r\n\"two\r\nlines\",\"\"\r\nx,y"))
        .containsExactly(
            row(2, "{\"a\":\"1,5\",\"b\":\"say \\\"hi\\\"\"}", "\"1,5\",\"say \"\"hi\"\"\""),
            row(3, "{\"a\":\"two\\nlines\",\"b\":\"\"}", "\"two\nlines\",\"\""),
            row(5, "{\"a\":\"x\",\"b\":\"y\"}", "x,y"));
  }

  @Test
  void findsNoRowsInEmptyFileOrOneWithHeaderOnly() throws IOException {
    assertThat(read("")).isEmpty();
    assertThat(read("\r\n\r\n")).isEmpty();
    assertThat(read("a,b\n")).isEmpty();
  }

  @Test
  void setsAsideRowsThatBreakTheRules_andReadsOn() throws IOException {
    assertThat(read("a,b\n1\n1,2,3\nx\"y,2\n\"x\"y,2\n3,4\n"))
        .containsExactly(
            dead(2, "1", "must have 2 cells as the header row has, but has 1"),
            dead(3, "1,2,3", "must have 2 cells as the header row has, but has 3"),
            dead(4, "x\"y,2", "is not CSV: cell 1 holds a quote, but does not start with one"),
            dead(5, "\"x\"y,2", "is not CSV: cell 1 goes on behind its closing quote"),
            row(6, "{\"a\":\"3\",\"b\":\"4\"}", "3,4"));
  }

  @Test
  void losesOneLineOnly_toAQuoteThatIsNeverClosed() throws IOException {
    assertThat(read("a,b\n\"1,2\n3,4\n5,6"))
        .containsExactly(
            dead(2, "\"1,2", "is not CSV: a quote is opened and never closed"),
            row(3, "{\"a\":\"3\",\"b\":\"4\"}", "3,4"),
            row(4, "{\"a\":\"5\",\"b\":\"6\"}", "5,6"));
  }

  @Test
  void losesOneLineOnly_toAQuoteThatALaterRowClosesByMistake() throws IOException {
    assertThat(read("a,b\n\"1,2\n\"3\",4\n5,6"))
        .containsExactly(
            dead(2, "\"1,2", "is not CSV: cell 1 goes on behind its closing quote"),
            row(3, "{\"a\":\"3\",\"b\":\"4\"}", "\"3\",4"),
            row(4, "{\"a\":\"5\",\"b\":\"6\"}", "5,6"));
  }

  @Test
  void setsAsideEveryRow_whenTheHeaderIsBroken() throws IOException {
    assertThat(read("a,\"b\n1,2\n"))
        .containsExactly(
            dead(1, "a,\"b", "the header row is not CSV: a quote is opened and never closed"),
            dead(2, "1,2", "can't be read, because the file's header row can't"));
  }

  @Test
  void agreesWithCommonsCsv_onWhatItPrints() throws IOException {
    long seed = 20260105;
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      StringBuilder text = new StringBuilder();
      CSVFormat format =
          CSVFormat.RFC4180
              .builder()
              .setQuoteMode(round % 2 == 0 ? QuoteMode.MINIMAL : QuoteMode.ALL)
              .setRecordSeparator(round % 3 == 0 ? "\n" : "\r\n")
              .get();
      try (CSVPrinter printer = new CSVPrinter(text, format)) {
        printer.printRecord("a", "b", "c");
        for (int row = 0; row < 5; row++) {
          printer.printRecord("r" + row, cell(random), cell(random));
        }
      }
      assertThat(ours(text.toString()))
          .as("seed %d round %d: %s", seed, round, text)
          .isEqualTo(theirs(text.toString()));
    }
  }

  private static String cell(Random random) {
    StringBuilder cell = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      cell.append("a,\"\n \u00e4".charAt(random.nextInt(6)));
    }
    return cell.toString();
  }

  private List<Map<?, ?>> ours(String text) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<Map<?, ?>> rows = new ArrayList<>();
    for (RawRecord record : read(text)) {
      assertThat(record.error()).isNull();
      rows.add(mapper.readValue(record.text(), Map.class));
    }
    return rows;
  }

  private static List<Map<?, ?>> theirs(String text) throws IOException {
    CSVFormat format = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
    List<Map<?, ?>> rows = new ArrayList<>();
    try (CSVParser parser = CSVParser.parse(new StringReader(text), format)) {
      for (CSVRecord record : parser) {
        rows.add(record.toMap());
      }
    }
    return rows;
  }
}
