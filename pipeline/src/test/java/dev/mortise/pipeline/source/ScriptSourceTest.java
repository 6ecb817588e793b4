package dev.mortise.pipeline.source;

import static dev.mortise.pipeline.TestInputs.write;
import static dev.mortise.pipeline.source.ReaderProtocol.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.TestInputs;
import dev.mortise.pipeline.format.FilePosition;
import dev.mortise.pipeline.format.RecordBlock;
import dev.mortise.pipeline.spec.RowFormat;
import dev.mortise.pipeline.spec.SourceSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.util.CoderUtils;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptSourceTest {
  private static final String ROW = "{\"input\":\"orders\",\"row\":{\"a\":1}}\n";
  private static final String PAY = "{\"input\":\"payments\",\"row\":{\"a\":1}}\n";
  private static final Instant TEN = Instant.parse("2026-01-05T10:00:00Z");

  private static final Schema EVENTS = Schema.builder().addDateTimeField("order_time").build();

  @TempDir Path folder;

  private static String mark(String time) {
    return "{\"watermark\":\"2026-01-05T" + time + ":00Z\"}\n";
  }

  private static String mark(String input, String time) {
    return "{\"watermark\":{\"" + input + "\":\"2026-01-05T" + time + ":00Z\"}}\n";
  }

  private ScriptSource source(String text) {
    SourceSpec.Script script = TestInputs.script(write(folder, "events.jsonl", text));
    return new ScriptSource(
        script,
        List.of(
            TestInputs.input("orders", EVENTS, script, RowFormat.JSON),
            TestInputs.input("payments", EVENTS, script, RowFormat.JSON)),
        "{}");
  }

  private List<String> events(String text) throws IOException {
    ScriptSource source = source(text);
    List<String> events = ReaderProtocol.events(source, 10, false);
    for (int elementsAPoll = 1; elementsAPoll <= 3; elementsAPoll++) {
      assertThat(ReaderProtocol.events(source, elementsAPoll, false)).isEqualTo(events);
      assertThat(ReaderProtocol.events(source, elementsAPoll, true))
          .as("with a new reader for each poll")
          .isEqualTo(events);
    }
    return events;
  }

  @Test
  void emitsRowsAndWatermarksInTheScriptsOrder() throws IOException {
    assertThat(events(ROW + PAY + mark("10:00") + ROW + mark("10:05") + mark("10:07") + PAY))
        .containsExactly(
            "orders@1",
            "payments@2",
            "wm 2026-01-05T10:00",
            "orders@4",
            "wm 2026-01-05T10:05",
            "wm 2026-01-05T10:07",
            "payments@7",
            "wm end");
  }

  @Test
  void readsNothingBehindAWatermark_untilItHasBeenAskedFor() throws IOException {
    UnboundedReader<RecordBlock> reader =
        source(ROW + mark("10:00") + ROW).createReader(OPTIONS, null);
    assertThat(reader.getWatermark()).isEqualTo(BoundedWindow.TIMESTAMP_MIN_VALUE);
    assertThat(reader.start()).isTrue();
    for (int i = 0; i < 3; i++) {
      assertThat(reader.advance()).isFalse();
    }
    assertThat(reader.getWatermark()).isEqualTo(BoundedWindow.TIMESTAMP_MIN_VALUE);
    for (int i = 0; i < 3; i++) {
      assertThat(reader.advance()).isFalse();
    }
    assertThat(reader.getWatermark()).isEqualTo(TEN);
    assertThat(reader.advance()).isTrue();
    assertThat(reader.getWatermark()).isEqualTo(TEN);
    assertThat(reader.advance()).isFalse();
    assertThat(reader.getWatermark()).isEqualTo(BoundedWindow.TIMESTAMP_MAX_VALUE);
    assertThat(reader.advance()).isFalse();
    reader.close();
  }

  @Test
  void doesNotGiveAwayTheWatermark_beforeTheRowsInFrontOfIt() throws IOException {
    UnboundedReader<RecordBlock> reader = source(ROW + mark("10:00")).createReader(OPTIONS, null);
    assertThat(reader.start()).isTrue();
    assertThat(reader.getWatermark()).isEqualTo(BoundedWindow.TIMESTAMP_MIN_VALUE);
    assertThat(reader.advance()).isFalse();
    assertThat(reader.getWatermark()).isEqualTo(TEN);
    reader.close();
  }

  @Test
  void announcesTheWatermarkAgain_whenItGoesOnFromAMark() throws IOException {
    ScriptSource source = source(ROW + mark("10:00") + ROW);
    UnboundedReader<RecordBlock> reader = source.createReader(OPTIONS, null);
    assertThat(reader.start()).isTrue();
    assertThat(reader.getWatermark()).isEqualTo(BoundedWindow.TIMESTAMP_MIN_VALUE);
    assertThat(reader.advance()).isFalse();
    ScriptMark mark = (ScriptMark) reader.getCheckpointMark();
    reader.close();

    UnboundedReader<RecordBlock> next = source.createReader(OPTIONS, mark);
    assertThat(next.start()).isFalse();
    assertThat(next.advance()).isFalse();
    assertThat(next.getWatermark()).isEqualTo(TEN);
    assertThat(next.advance()).isTrue();
    assertThat(ReaderProtocol.event(next.getCurrent().records().get(0))).isEqualTo("orders@3");
    next.close();
  }

  @Test
  void takesTheLeastOfTheInputsWatermarks() throws IOException {
    assertThat(
            events(
                ROW
                    + mark("orders", "10:05")
                    + ROW
                    + mark("payments", "10:01")
                    + mark("orders", "10:09")
                    + PAY
                    + mark("payments", "10:20")))
        .containsExactly(
            "orders@1",
            "orders@3",
            "wm 2026-01-05T10:01",
            "payments@6",
            "wm 2026-01-05T10:09",
            "wm end");
  }

  @Test
  void readsMarksInMilliseconds_andOnesThatStayWhereTheyAre() throws IOException {
    assertThat(events("{\"watermark\":1767607200000}\n" + mark("10:00") + ROW + mark("10:00")))
        .containsExactly("wm 2026-01-05T10:00", "orders@3", "wm end");
  }

  @Test
  void aMarkBehindTheWatermark_changesNothing() throws IOException {
    assertThat(events(mark("10:05") + ROW + mark("10:00") + ROW + mark("orders", "10:01")))
        .containsExactly("wm 2026-01-05T10:05", "orders@2", "orders@4", "wm end");
    assertThat(events(mark("orders", "10:09") + mark("10:05") + ROW))
        .as("a mark for all moves those that are not there yet")
        .containsExactly("wm 2026-01-05T10:05", "orders@3", "wm end");
  }

  @Test
  void endsAtOnce_whenTheScriptIsEmpty() throws IOException {
    assertThat(events("")).containsExactly("wm end");
    assertThat(events("\n\n")).containsExactly("wm end");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"input\":|null@1 is not JSON: Unexpected end-of-input within/between Object entries at column 10",
        "[]|null@1 must be a JSON object",
        "{}|null@1 must hold a row or a watermark",
        "{} {}|null@1 is not JSON Lines: more text follows the object on its line",
        "{\"row\":{}}|null@1 input: is missing",
        "{\"input\":\"orders\"}|orders@1 row: is missing",
        "{\"input\":\"refunds\",\"row\":{}}|refunds@1 input: must be one of [orders, payments], but is \"refunds\"",
        "{\"input\":17,\"row\":{}}|null@1 input: must be text",
        "{\"row\":[1],\"input\":\"orders\"}|orders@1 row: must be a JSON object",
        "{\"input\":\"orders\",\"row\":{},\"note\":{\"a\":1}}|orders@1 note: is unknown. A line holds input and row, or watermark.",
        "{\"watermark\":\"2026-01-05T10:00:00Z\",\"input\":\"orders\"}|orders@1 must hold a row or a watermark, not both",
        "{\"watermark\":true}|null@1 watermark: must be ISO-8601 text or whole milliseconds since 1970",
        "{\"watermark\":\"10:00\"}|null@1 watermark: the time must be ISO-8601 such as 2026-01-05T10:02:00Z, or whole milliseconds since 1970",
        "{\"watermark\":99999999999999999999}|null@1 watermark: is beyond all times",
        "{\"watermark\":{}}|null@1 watermark: must name an input",
        "{\"watermark\":{\"refunds\":0}}|null@1 watermark: must be for one of [orders, payments], but is for \"refunds\"",
        "{\"watermark\":{\"orders\":{\"x\":[1]}}}|null@1 watermark.orders: must be ISO-8601 text or whole milliseconds since 1970"
      })
  void setsAsideLinesThatSayNothingUseful(String line, String event) throws IOException {
    assertThat(events(line + "\n" + ROW)).containsExactly(event, "orders@2", "wm end");
  }

  @Test
  void givesARowsJsonAsWritten_andTheWholeLineAsRaw() throws IOException {
    String row = "{ \"a\" : 1.50, \"b\":{\"c\":[\"}\"]}, \"d\": \"\u00e4\" }";
    String line = "{\"row\": " + row + " , \"input\": \"orders\"}";
    UnboundedReader<RecordBlock> reader =
        source(line + "\n" + line.replace("1.50", "\"" + "x".repeat(100_000) + "\""))
            .createReader(OPTIONS, null);
    assertThat(reader.start()).isTrue();
    assertThat(reader.getCurrent().records().get(0).text()).isEqualTo(row);
    assertThat(reader.getCurrent().records().get(0).raw()).isEqualTo(line);
    assertThat(reader.getCurrent().records().get(1).text())
        .isEqualTo(row.replace("1.50", "\"" + "x".repeat(100_000) + "\""));
    assertThat(reader.getCurrent().records().get(1).position()).isEqualTo("events.jsonl:2");
    reader.close();
  }

  @Test
  void splitsManyRowsIntoSeveralBlocks() throws IOException {
    String many = ROW.repeat(2500) + mark("10:00") + ROW.repeat(10);
    List<String> events = ReaderProtocol.events(source(many), 10, false);
    assertThat(events).hasSize(2512).contains("wm 2026-01-05T10:00");
    assertThat(events.indexOf("wm 2026-01-05T10:00")).isEqualTo(2500);
    assertThat(ReaderProtocol.events(source(many), 1, true)).isEqualTo(events);
    List<Integer> sizes = new ArrayList<>();
    UnboundedReader<RecordBlock> reader = source(many).createReader(OPTIONS, null);
    for (boolean more = reader.start(); more; more = reader.advance()) {
      sizes.add(reader.getCurrent().records().size());
    }
    assertThat(sizes).containsExactly(1000, 1000, 500);
    reader.close();
  }

  @Test
  void marksKeepTheirEncoding() throws Exception {
    ScriptMark mark =
        new ScriptMark(
            new FilePosition(258, 3, 2, false),
            List.of(BoundedWindow.TIMESTAMP_MIN_VALUE, Instant.ofEpochMilli(1)),
            true);
    byte[] bytes = CoderUtils.encodeToByteArray(new ScriptMark.MarkCoder(), mark);
    assertThat(java.util.HexFormat.of().formatHex(bytes))
        .isEqualTo(
            "01"
                + "0000000000000102"
                + "0000000000000003"
                + "0000000000000002"
                + "00"
                + "01"
                + "00000002"
                + "ffdf3b645a1cac09"
                + "0000000000000001");
    assertThat(
            Objects.requireNonNull(
                CoderUtils.decodeFromByteArray(new ScriptMark.MarkCoder(), bytes)))
        .isEqualTo(mark);
  }
}
