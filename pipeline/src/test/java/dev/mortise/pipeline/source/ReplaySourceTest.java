package dev.mortise.pipeline.source;

import static dev.mortise.pipeline.TestInputs.write;
import static dev.mortise.pipeline.source.ReaderProtocol.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.TestInputs;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.RowFormat;
import dev.mortise.pipeline.spec.SourceSpec;
import dev.mortise.pipeline.spec.SourceSpec.Replay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplaySourceTest {
  private static final AtomicLong NANOS = new AtomicLong();

  @TempDir Path folder;

  private ReplaySource source(Replay replay) {
    SourceSpec.Files files = new SourceSpec.Files(folder + "/*.jsonl", "*.jsonl", replay);
    InputSpec orders = TestInputs.orders(files, RowFormat.JSON);
    return new ReplaySource(orders, files, replay, List.of(orders), NANOS::get, "{}");
  }

  private static String row(int minute) {
    return String.format(
        "{\"order_id\":\"O\",\"order_time\":\"2026-01-05T10:%02d:00Z\"}%n", minute);
  }

  @Test
  void replaysFilesByName_withTheWatermarkBehindTheGreatestTime() throws IOException {
    write(folder, "b.jsonl", row(30) + row(40));
    write(folder, "a.jsonl", row(10) + "broken\n" + row(5));
    write(folder, "c.jsonl", "");
    List<String> events = ReaderProtocol.events(source(Replay.MAX), 10, false);
    assertThat(events)
        .containsExactly(
            "orders@1",
            "orders@2",
            "orders@3",
            "orders@1",
            "orders@2",
            "wm 2026-01-05T10:30",
            "wm end");
    assertThat(ReaderProtocol.events(source(Replay.MAX), 1, true)).isEqualTo(events);
  }

  @Test
  void movesTheWatermarkBetweenBlocksOnly_andWaitsUntilItWasAskedFor() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 2500; i++) {
      text.append(row(i / 100));
    }
    write(folder, "a.jsonl", text.toString());
    List<String> events = ReaderProtocol.events(source(Replay.MAX), 10, false);
    assertThat(events.indexOf("wm 2026-01-05T09:59")).isEqualTo(1000);
    assertThat(events.indexOf("wm 2026-01-05T10:09")).isEqualTo(2001);
    assertThat(events.indexOf("wm 2026-01-05T10:14")).isEqualTo(2502);
    assertThat(events).hasSize(2504);
    assertThat(ReaderProtocol.events(source(Replay.MAX), 2, true)).isEqualTo(events);
  }

  @Test
  void givesRowsWhenTheyAreDue() throws IOException {
    write(folder, "a.jsonl", row(0) + row(0) + row(2) + row(1) + "broken\n" + row(3));
    UnboundedReader<RecordBlock> reader = source(new Replay(60)).createReader(OPTIONS, null);
    NANOS.set(5_000_000_000L);
    assertThat(reader.start()).isTrue();
    assertThat(lines(reader)).containsExactly("orders@1", "orders@2");
    assertThat(settled(reader)).isEqualTo(Instant.parse("2026-01-05T09:50:00Z"));
    NANOS.set(6_999_999_999L);
    assertThat(reader.advance()).isFalse();
    NANOS.set(7_000_000_000L);
    assertThat(reader.advance()).isTrue();
    assertThat(lines(reader)).containsExactly("orders@3", "orders@4", "orders@5");
    assertThat(settled(reader)).isEqualTo(Instant.parse("2026-01-05T09:52:00Z"));
    assertThat(reader.advance()).isFalse();

    ReplayMark mark = (ReplayMark) reader.getCheckpointMark();
    reader.close();
    NANOS.set(100_000_000_000L);
    UnboundedReader<RecordBlock> next = source(new Replay(60)).createReader(OPTIONS, mark);
    assertThat(next.start()).isFalse();
    assertThat(next.getWatermark()).isEqualTo(Instant.parse("2026-01-05T09:52:00Z"));
    assertThat(next.advance()).isFalse();
    NANOS.set(101_000_000_000L);
    assertThat(next.advance()).isTrue();
    assertThat(lines(next)).containsExactly("orders@6");
    assertThat(settled(next)).isEqualTo(Instant.parse("2026-01-05T09:53:00Z"));
    assertThat(next.advance()).isFalse();
    assertThat(next.getWatermark()).isEqualTo(BoundedWindow.TIMESTAMP_MAX_VALUE);
    next.close();
  }

  @Test
  void aRangeIsReadAgain_asItWas_withoutWaiting() throws IOException {
    write(folder, "a.jsonl", row(0) + row(1) + row(2));
    write(folder, "b.jsonl", row(3) + row(4) + row(9));
    ReplaySource source = source(new Replay(60));
    NANOS.set(0);
    List<ReplayMark> marks = new ArrayList<>();
    try (UnboundedReader<RecordBlock> reader = source.createReader(OPTIONS, null)) {
      assertThat(reader.start()).isTrue();
      for (long second = 1; second <= 4; second++) {
        marks.add((ReplayMark) reader.getCheckpointMark());
        settled(reader);
        NANOS.set(second * 1_000_000_000L);
        assertThat(reader.advance()).isTrue();
      }
      marks.add((ReplayMark) reader.getCheckpointMark());
    }

    assertThat(range(source, null, marks.get(0))).containsExactly("orders@1");
    assertThat(range(source, marks.get(0), marks.get(3)))
        .containsExactly("orders@2", "orders@3", "orders@1");
    assertThat(range(source, marks.get(3), marks.get(4))).containsExactly("orders@2");
    assertThat(range(source, marks.get(4), marks.get(4))).isEmpty();
  }

  /** What lies between two marks, at a time at which none of it would be due. */
  private static List<String> range(ReplaySource source, @Nullable ReplayMark from, ReplayMark to)
      throws IOException {
    NANOS.set(0);
    List<String> lines = new ArrayList<>();
    try (UnboundedReader<RecordBlock> reader = source.createRangeReader(OPTIONS, from, to)) {
      boolean more = reader.start();
      while (more || reader.getWatermark().isBefore(BoundedWindow.TIMESTAMP_MAX_VALUE)) {
        if (more) {
          lines.addAll(lines(reader));
        }
        more = reader.advance();
      }
    }
    return lines;
  }

  @Test
  void recordingsThatBeginApart_stayApart() throws IOException {
    write(folder, "orders.jsonl", row(3));
    write(folder, "payments.jsonl", "broken\n" + row(1));
    Replay replay = new Replay(60);
    SourceSpec.Files orders = new SourceSpec.Files(folder + "/orders.jsonl", "orders", replay);
    SourceSpec.Files payments = new SourceSpec.Files(folder + "/payments.jsonl", "pay", replay);
    List<InputSpec> together =
        List.of(
            TestInputs.orders(orders, RowFormat.JSON), TestInputs.orders(payments, RowFormat.JSON));
    NANOS.set(0);
    try (UnboundedReader<RecordBlock> reader =
        new ReplaySource(together.get(0), orders, replay, together, NANOS::get, "{}")
            .createReader(OPTIONS, null)) {
      assertThat(reader.start()).isFalse();
      assertThat(reader.getWatermark()).isEqualTo(BoundedWindow.TIMESTAMP_MIN_VALUE);
      NANOS.set(1_999_999_999L);
      assertThat(reader.advance()).isFalse();
      NANOS.set(2_000_000_000L);
      assertThat(reader.advance()).isTrue();
    }
  }

  /** The watermark when the rows so far have had their effect. */
  private static Instant settled(UnboundedReader<RecordBlock> reader) throws IOException {
    Instant before = reader.getWatermark();
    assertThat(reader.advance()).isFalse();
    assertThat(reader.getWatermark()).isGreaterThan(before);
    return reader.getWatermark();
  }

  private static List<String> lines(UnboundedReader<RecordBlock> reader) {
    List<String> lines = new ArrayList<>();
    reader.getCurrent().records().forEach(record -> lines.add(ReaderProtocol.event(record)));
    return lines;
  }
}
