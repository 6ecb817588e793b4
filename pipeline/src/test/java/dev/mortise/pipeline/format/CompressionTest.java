package dev.mortise.pipeline.format;

import static dev.mortise.pipeline.TestInputs.write;
import static dev.mortise.pipeline.format.FileReading.gzip;
import static dev.mortise.pipeline.format.FileReading.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.mortise.pipeline.spec.RowFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompressionTest {
  @TempDir Path folder;

  @Test
  void readsGzip() throws IOException {
    Path file = write(folder, "orders.jsonl.gz", gzip("{\"a\":1}\n{\"a\":2}\n"));
    assertThat(readAll(file, RowFormat.JSON))
        .extracting(RawRecord::position, RawRecord::text)
        .containsExactly(
            tuple("orders.jsonl.gz:1", "{\"a\":1}"), tuple("orders.jsonl.gz:2", "{\"a\":2}"));
  }

  @Test
  void readsAllMembersOfGzip() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(gzip("1\n2"));
    bytes.writeBytes(gzip(""));
    bytes.writeBytes(gzip("3\n4\n"));
    Path file = write(folder, "orders.gz", bytes.toByteArray());
    assertThat(readAll(file, RowFormat.JSON))
        .extracting(RawRecord::text)
        .containsExactly("1", "23", "4");
  }

  @Test
  void readsBzip2() throws IOException {
    Path file = write(folder, "orders.bz2", bzip2(numbers(3)));
    assertThat(readAll(file, RowFormat.JSON))
        .extracting(RawRecord::text)
        .containsExactly("line 0", "line 1", "line 2");
  }

  @Test
  void readsZstandard() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream zstd = new ZstdCompressorOutputStream(bytes)) {
      zstd.write(numbers(3).getBytes(StandardCharsets.UTF_8));
    }
    Path file = write(folder, "orders.zst", bytes.toByteArray());
    assertThat(readAll(file, RowFormat.JSON))
        .extracting(RawRecord::text)
        .containsExactly("line 0", "line 1", "line 2");
  }

  @Test
  void readsAllThereIsOfTruncatedGzip_andSaysSo() throws IOException {
    String text = numbers(20_000);
    byte[] whole = gzip(text);
    Path file = write(folder, "orders.gz", Arrays.copyOf(whole, whole.length / 2));

    List<RawRecord> records = readAll(file, RowFormat.JSON);

    RawRecord last = records.get(records.size() - 1);
    int rows = records.size() - 1;
    assertThat(rows).isBetween(5_000, 15_000);
    assertThat(records.subList(0, rows)).allMatch(record -> record.error() == null);
    assertThat(last.error())
        .isEqualTo(
            String.format(
                "the file ends in the middle of its compressed data: %,d rows before it were read",
                rows));
    assertThat(last.position()).isEqualTo("orders.gz:" + (rows + 1));
    assertThat("line " + rows).startsWith(String.valueOf(last.raw()));
  }

  @Test
  void saysWhereGzipEndsEarly_whereverItIsCut() throws IOException {
    byte[] whole = gzip("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n");
    for (int length = 1; length < whole.length; length++) {
      Path file = write(folder, "cut" + length + ".gz", Arrays.copyOf(whole, length));
      List<RawRecord> records = readAll(file, RowFormat.JSON);
      RawRecord last = records.get(records.size() - 1);
      assertThat(last.error()).as("%d bytes", length).startsWith("the file ends in the middle");
    }
  }

  @Test
  void reportsDamagedGzip() throws IOException {
    byte[] bytes = gzip("{\"a\":1}\n");
    bytes[bytes.length - 8] ^= 1;
    List<RawRecord> records = readAll(write(folder, "orders.gz", bytes), RowFormat.JSON);
    assertThat(records).hasSize(2);
    assertThat(records.get(1).error())
        .isEqualTo(
            "the file's compressed data is damaged (its checksum is wrong): 1 row before it was"
                + " read");
  }

  @Test
  void reportsFileThatIsCalledGzipButIsNot() throws IOException {
    List<RawRecord> records = readAll(write(folder, "orders.gz", "{\"a\":1}\n"), RowFormat.JSON);
    assertThat(records).hasSize(1);
    assertThat(records.get(0).error()).contains("no gzip header where one is due");
  }

  @Test
  void reportsTruncatedBzip2() throws IOException {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60_000; i++) {
      text.append(random.nextLong()).append('\n');
    }
    byte[] whole = bzip2(text.toString());
    Path file = write(folder, "orders.bz2", Arrays.copyOf(whole, whole.length - 1000));
    List<RawRecord> records = readAll(file, RowFormat.JSON);
    assertThat(records.size()).isGreaterThan(40_000);
    assertThat(records.get(records.size() - 1).error())
        .startsWith("the file ends in the middle of its compressed data");
  }

  @Test
  void putsTruncatedCsvIntoOneDeadLetter() throws IOException {
    byte[] whole = gzip("a,b\n1,2\n3,4567\n");
    Path file = write(folder, "orders.csv.gz", Arrays.copyOf(whole, whole.length - 11));
    List<RawRecord> records = new ArrayList<>(readAll(file, RowFormat.CSV));
    assertThat(records.get(0).text()).isEqualTo("{\"a\":\"1\",\"b\":\"2\"}");
    assertThat(records.get(records.size() - 1).error()).startsWith("the file ends in the middle");
  }

  @Test
  void refusesOtherCompressions() {
    Path file = write(folder, "orders.zip", "PK");
    assertThatThrownBy(() -> readAll(file, RowFormat.JSON))
        .isInstanceOf(UnreadableInputException.class)
        .hasMessageContaining("orders.zip: .zip can't be read");
  }

  private static String numbers(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append("line ").append(i).append('\n');
    }
    return text.toString();
  }

  private static byte[] bzip2(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new BZip2CompressorOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
