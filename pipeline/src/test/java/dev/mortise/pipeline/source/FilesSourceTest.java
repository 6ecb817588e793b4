package dev.mortise.pipeline.source;

import static dev.mortise.pipeline.TestInputs.write;
import static dev.mortise.pipeline.source.ReaderProtocol.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.pipeline.TestInputs;
import dev.mortise.pipeline.format.RawRecord;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.format.UnreadableInputException;
import dev.mortise.pipeline.spec.RowFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.io.BoundedSource;
import org.apache.beam.sdk.util.SerializableUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesSourceTest {
  @TempDir Path folder;

  private FilesSource source(String pattern) {
    var files = TestInputs.files(folder + "/" + pattern);
    return FilesSource.of(TestInputs.orders(files, RowFormat.JSON), files);
  }

  private static List<String> positions(@Nullable RecordBlock block) {
    List<String> positions = new ArrayList<>();
    if (block != null) {
      block.records().forEach(record -> positions.add(record.position()));
    }
    return positions;
  }

  private static List<String> read(BoundedSource<RecordBlock> source) throws IOException {
    List<String> positions = new ArrayList<>();
    try (BoundedSource.BoundedReader<RecordBlock> reader = source.createReader(OPTIONS)) {
      for (boolean more = reader.start(); more; more = reader.advance()) {
        positions.addAll(positions(reader.getCurrent()));
      }
    }
    return positions;
  }

  @Test
  void readsFilesByName_calledAsBrieflyAsTheirPatternAllows() throws IOException {
    write(folder, "b.jsonl", "{}\n{}");
    write(folder, "a.jsonl", "{}");
    Files.createDirectories(folder.resolve("x"));
    write(folder.resolve("x"), "a.jsonl", "{}");
    assertThat(read(source("*.jsonl"))).containsExactly("a.jsonl:1", "b.jsonl:1", "b.jsonl:2");
    assertThat(read(source("b.jsonl"))).containsExactly("b.jsonl:1", "b.jsonl:2");
    assertThat(read(source("*/a.jsonl"))).containsExactly("x/a.jsonl:1");
    assertThat(read(source("x/?.jsonl"))).containsExactly("a.jsonl:1");
  }

  @Test
  void saysThatThereIsNoSuchFile() {
    assertThatThrownBy(() -> read(source("none.jsonl")))
        .isInstanceOf(UnreadableInputException.class)
        .hasMessageContaining("none.jsonl\": there is no such file");
    assertThatThrownBy(() -> read(source("*.none"))).hasMessageContaining("there is no such file");
    assertThatThrownBy(() -> read(source(""))).isInstanceOf(UnreadableInputException.class);
  }

  @Test
  void dividesFilesAmongParts() throws Exception {
    for (int i = 0; i < 10; i++) {
      write(folder, "f" + i + ".jsonl", "{}\n".repeat(10));
    }
    FilesSource whole = source("*.jsonl");
    List<FilesSource> parts = whole.split(whole.getEstimatedSizeBytes(OPTIONS) / 3, OPTIONS);
    assertThat(parts).hasSize(3);
    List<String> all = new ArrayList<>();
    for (FilesSource part : parts) {
      all.addAll(read(SerializableUtils.clone(part)));
    }
    assertThat(all).isEqualTo(read(whole)).hasSize(100);
  }

  @Test
  void handsOnTheRest_whenARunnerSplitsTheReader() throws IOException {
    long rows = 500L * FilesSource.CHUNK_BLOCKS * 2 + 1234;
    write(folder, "a.jsonl", "{}\n".repeat((int) rows));
    List<String> all = new ArrayList<>();
    List<Integer> chunks = new ArrayList<>();
    BoundedSource<RecordBlock> next = source("a.jsonl");
    while (next != null) {
      List<String> chunk = new ArrayList<>();
      BoundedSource<RecordBlock> rest = null;
      try (BoundedSource.BoundedReader<RecordBlock> reader = next.createReader(OPTIONS)) {
        boolean more = reader.start();
        rest = reader.splitAtFraction(0.5);
        while (more) {
          chunk.addAll(positions(reader.getCurrent()));
          more = reader.advance();
        }
      }
      if (all.isEmpty()) {
        // A reader that is not parked here has to find its place by itself.
        assertThat(read(SerializableUtils.clone((FilesSource) rest)))
            .hasSize((int) rows - chunk.size());
      }
      chunks.add(chunk.size());
      all.addAll(chunk);
      next = rest;
    }
    assertThat(all).hasSize((int) rows).doesNotHaveDuplicates();
    assertThat(chunks.get(0)).isEqualTo(41 * 500);
    assertThat(chunks).hasSize(4);
  }

  @Test
  void keepsLargeRecordsInSmallBlocks() throws IOException {
    write(folder, "a.jsonl", ("{\"a\":\"" + "x".repeat(400_000) + "\"}\n").repeat(10));
    List<Integer> sizes = new ArrayList<>();
    try (BoundedSource.BoundedReader<RecordBlock> reader =
        source("a.jsonl").createReader(OPTIONS)) {
      for (boolean more = reader.start(); more; more = reader.advance()) {
        List<RawRecord> records = reader.getCurrent().records();
        sizes.add(records.size());
      }
    }
    assertThat(sizes).containsExactly(3, 3, 3, 1);
  }
}
