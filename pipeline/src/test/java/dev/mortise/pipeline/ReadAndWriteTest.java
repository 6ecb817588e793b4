package dev.mortise.pipeline;

import static dev.mortise.pipeline.TestInputs.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.join.SidedRow;
import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.format.IsoTime;
import dev.mortise.pipeline.sink.JsonLinesFiles;
import dev.mortise.pipeline.sink.OutputLines;
import dev.mortise.pipeline.source.InputMetrics;
import dev.mortise.pipeline.source.InputReads;
import dev.mortise.pipeline.source.ParseRows;
import dev.mortise.pipeline.source.ParseSides;
import dev.mortise.pipeline.source.RowSchemas;
import dev.mortise.pipeline.spec.FileOutput;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.RowFormat;
import dev.mortise.pipeline.spec.SourceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptions.CheckEnabled;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.FlatMapElements;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources and sinks on the Direct runner. */
class ReadAndWriteTest {
  @TempDir Path folder;

  private static Pipeline pipeline() {
    PipelineOptions options = PipelineOptionsFactory.create();
    options.setRunner(DirectRunner.class);
    options.setStableUniqueNames(CheckEnabled.ERROR);
    return Pipeline.create(options);
  }

  private static String order(String id, String time) {
    return String.format("{\"order_id\":\"%s\",\"order_time\":\"2026-01-05T%sZ\"}", id, time);
  }

  /** Writes each input's row ids, and all dead letters. */
  private PipelineResult run(PipelineSpec spec) {
    Pipeline pipeline = pipeline();
    InputReads reads = InputReads.read(pipeline, spec, "{}");
    List<PCollection<DeadLetter>> dead = new ArrayList<>(reads.stray());
    Map<String, PCollection<Row>> rows = new LinkedHashMap<>();
    if (reads.oneScript()) {
      PCollectionTuple parsed = reads.script().apply("ParseSides", ParseSides.of(spec));
      dead.add(parsed.get(ParseSides.DEAD_LETTERS));
      PCollection<SidedRow<Row, Row>> sided = parsed.get(ParseSides.ROWS);
      for (InputSpec input : List.of(spec.left(), spec.right())) {
        boolean isLeft = input.equals(spec.left());
        rows.put(
            input.name(),
            sided
                .apply(
                    "Take_" + input.name(),
                    FlatMapElements.into(TypeDescriptors.rows())
                        .via(row -> Stream.ofNullable(isLeft ? row.left() : row.right()).toList()))
                .setRowSchema(RowSchemas.of(input)));
      }
    } else {
      for (InputSpec input : List.of(spec.left(), spec.right())) {
        PCollectionTuple parsed = reads.parsed(input, "Parse_" + input.name());
        dead.add(parsed.get(ParseRows.DEAD_LETTERS));
        rows.put(input.name(), parsed.get(ParseRows.ROWS));
      }
    }
    for (String name : rows.keySet()) {
      rows.get(name)
          .apply("Watch_" + name, new WatchedRows())
          .apply("Write_" + name, JsonLinesFiles.to(output(name)));
    }
    OutputLines lines = OutputLines.of(spec);
    PCollectionList.of(dead)
        .apply("AllDead", Flatten.pCollections())
        .apply("DeadLines", MapElements.into(TypeDescriptors.strings()).via(lines::deadLetter))
        .apply("WriteDead", JsonLinesFiles.to(output("dead")).withShards(2));
    PipelineResult result = pipeline.run();
    assertThat(result.waitUntilFinish()).isEqualTo(PipelineResult.State.DONE);
    return result;
  }

  private FileOutput output(String name) {
    return new FileOutput(name, folder.resolve("out/" + name).toString(), name, 1);
  }

  private List<String> lines(String name) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : files(name + "-")) {
      lines.addAll(Files.readAllLines(file));
    }
    return lines;
  }

  private List<Path> files(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).startsWith(prefix))
          .sorted()
          .toList();
    }
  }

  private List<String> names(String prefix) throws IOException {
    return files(prefix).stream().map(file -> String.valueOf(file.getFileName())).toList();
  }

  private static Map<String, Long> counters(PipelineResult result) {
    Map<String, Long> counters = new HashMap<>();
    result
        .metrics()
        .queryMetrics(
            MetricsFilter.builder()
                .addNameFilter(MetricNameFilter.inNamespace(InputMetrics.NAMESPACE))
                .build())
        .getCounters()
        .forEach(counter -> counters.put(counter.getName().getName(), counter.getAttempted()));
    return counters;
  }

  @Test
  void readsAndWritesFiles_everyRecordOnce() throws IOException {
    StringBuilder orders = new StringBuilder("\uFEFF");
    int rows = 25_000;
    for (int i = 0; i < rows; i++) {
      orders.append(i == 100 ? "broken" : order("O-" + i, "10:02:00")).append("\r\n");
    }
    write(folder, "orders-1.jsonl", orders.toString());
    write(folder, "orders-2.jsonl", order("P", "10:02:00"));
    write(
        folder, "payments.csv", "order_id,order_time,amount\nO-1,2026-01-05T10:02:00Z,\nO-2,x,y\n");
    InputSpec left =
        TestInputs.orders(TestInputs.files(folder + "/orders-*.jsonl"), RowFormat.JSON);
    InputSpec right =
        TestInputs.input(
            "Pay ments",
            TestInputs.ORDERS,
            TestInputs.files(folder + "/payments.csv"),
            RowFormat.CSV);

    PipelineResult result = run(TestInputs.spec(folder, left, right));

    assertThat(names("orders")).containsExactly("orders-00000-of-00001.jsonl");
    assertThat(names("dead"))
        .containsExactly("dead-00000-of-00002.jsonl", "dead-00001-of-00002.jsonl");
    assertThat(names("")).hasSize(4);
    assertThat(lines("orders")).hasSize(rows).doesNotHaveDuplicates();
    assertThat(lines("Pay ments")).hasSize(1);
    assertThat(lines("dead"))
        .hasSize(2)
        .anyMatch(line -> line.contains("\"input\":\"orders\",\"position\":\"orders-1.jsonl:101\""))
        .anyMatch(
            line ->
                line.contains("\"position\":\"payments.csv:3\"")
                    && line.contains("\"error\":\"order_time: ")
                    && line.contains("; amount: "));
    assertThat(counters(result))
        .containsEntry("orders_rows_read", rows + 1L)
        .containsEntry("orders_dead_letters", 1L)
        .containsEntry("pay_ments_rows_read", 2L)
        .containsEntry("pay_ments_dead_letters", 1L);
  }

  @Test
  void playsAScriptExactly_andWritesEveryLineOnce() throws IOException {
    StringBuilder script = new StringBuilder();
    int segments = 40;
    for (int i = 0; i < segments; i++) {
      String time = String.format("10:%02d", i);
      for (int j = 0; j < 30; j++) {
        script.append(line("orders", order("O-" + i + "-" + j, time + ":30.000")));
      }
      script.append(line("payments", order("late", "09:00:00.000")));
      script.append("{\"watermark\":\"2026-01-05T").append(time).append(":59Z\"}\n");
    }
    script.append("nonsense\n").append(line("refunds", "{}")).append(line("orders", "{}"));
    SourceSpec from = TestInputs.script(write(folder, "events.jsonl", script.toString()));
    InputSpec left = TestInputs.orders(from, RowFormat.JSON);
    InputSpec right = TestInputs.input("payments", TestInputs.ORDERS, from, RowFormat.JSON);

    PipelineResult result = run(TestInputs.spec(folder, left, right));

    List<String> expected = new ArrayList<>();
    for (int i = 0; i < segments; i++) {
      String before = i == 0 ? "min" : String.format("2026-01-05T10:%02d:59.000Z", i - 1);
      for (int j = 0; j < 30; j++) {
        expected.add("O-" + i + "-" + j + " at " + before);
      }
    }
    assertThat(lines("orders")).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(lines("payments")).hasSize(segments).doesNotHaveDuplicates();
    assertThat(lines("dead"))
        .hasSize(3)
        .anyMatch(line -> line.startsWith("{\"input\":null,\"position\":\"events.jsonl:1281\""))
        .anyMatch(
            line -> line.startsWith("{\"input\":\"refunds\",\"position\":\"events.jsonl:1282\""))
        .anyMatch(
            line -> line.startsWith("{\"input\":\"orders\",\"position\":\"events.jsonl:1283\""));
    assertThat(names(""))
        .allMatch(name -> name.matches("\\w+-part-\\d{5}-\\d{5}-of-0000[12].jsonl"));
    assertThat(counters(result))
        .containsEntry("orders_rows_read", 1201L)
        .containsEntry("stray_dead_letters", 2L);
  }

  /** A job that goes on from a checkpoint finds files that were written behind the checkpoint. */
  @Test
  void leavesNoPartOfAnAttemptThatDidNotCount() throws IOException {
    String script = line("orders", order("O-1", "10:00:00.000"));
    SourceSpec from = TestInputs.script(write(folder, "events.jsonl", script));
    InputSpec left = TestInputs.orders(from, RowFormat.JSON);
    InputSpec right = TestInputs.input("payments", TestInputs.ORDERS, from, RowFormat.JSON);
    Files.createDirectories(folder.resolve("out"));
    write(folder, "out/orders-part-00000-00000-of-00001.jsonl", "stray\n");
    write(folder, "out/orders-part-00001-00000-of-00001.jsonl", "stray\n");
    write(folder, "out/.orders-part-00002-00000-of-00001.unfinished", "stray\n");

    run(TestInputs.spec(folder, left, right));

    assertThat(lines("orders")).containsExactly("O-1 at min");
    assertThat(names("orders")).containsExactly("orders-part-00000-00000-of-00001.jsonl");
    assertThat(names(".")).isEmpty();
  }

  private static String line(String input, String row) {
    return "{\"input\":\"" + input + "\",\"row\":" + row + "}\n";
  }

  @Test
  void replaysFilesAsAStream_withTheSameRowsLateEachTime() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      rows.append(order("O-" + i, String.format("10:%02d:00", i / 100))).append('\n');
    }
    Path file = write(folder, "orders.jsonl", rows.toString());
    InputSpec left =
        TestInputs.orders(TestInputs.replay(file, SourceSpec.Replay.MAX), RowFormat.JSON);
    InputSpec right =
        TestInputs.input(
            "payments",
            TestInputs.ORDERS,
            TestInputs.replay(file, new SourceSpec.Replay(3600)),
            RowFormat.JSON);

    run(TestInputs.spec(folder, left, right));

    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      String[] marks = {"min", "2026-01-05T09:59:00.000Z", "2026-01-05T10:09:00.000Z"};
      expected.add("O-" + i + " at " + marks[i / 1000]);
    }
    assertThat(lines("orders")).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(lines("payments")).hasSize(3000);
    assertThat(lines("dead")).isEmpty();
  }

  /** Rows as {@code id at watermark}, by a stateful step that sees the watermark. */
  static final class WatchedRows extends PTransform<PCollection<Row>, PCollection<String>> {
    private static final long serialVersionUID = 1L;

    @Override
    public PCollection<String> expand(PCollection<Row> rows) {
      return rows.apply(
              "KeyRows",
              WithKeys.of((Row row) -> "all").withKeyType(TypeDescriptor.of(String.class)))
          .apply("SeeWatermark", ParDo.of(new SeeWatermarkFn()))
          .setCoder(StringUtf8Coder.of());
    }
  }

  static final class SeeWatermarkFn extends DoFn<KV<String, Row>, String> {
    private static final long serialVersionUID = 1L;

    @StateId("count")
    private final StateSpec<ValueState<Integer>> countSpec = StateSpecs.value(VarIntCoder.of());

    @TimerId("never")
    private final TimerSpec neverSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

    @ProcessElement
    public void process(
        @Element KV<String, Row> row,
        @StateId("count") ValueState<Integer> count,
        @TimerId("never") Timer never,
        OutputReceiver<String> output) {
      Integer before = count.read();
      count.write(before == null ? 1 : before + 1);
      Instant watermark = never.getCurrentRelativeTime();
      String seen = watermark.isBefore(Instant.EPOCH) ? "min" : IsoTime.format(watermark);
      output.output(row.getValue().getString("order_id") + " at " + seen);
    }

    @OnTimer("never")
    public void never() {
      // Only there to tell the watermark.
    }
  }
}
