package dev.mortise.pipeline;

import static dev.mortise.pipeline.AvroData.container;
import static dev.mortise.pipeline.AvroData.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.graph.JoinGraph;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SpecReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptions.CheckEnabled;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Avro files from spec to output, on the Direct runner. */
class AvroRunTest {
  private static final String SPEC =
      """
      inputs:
        left:
          from: {files: left.avro}
          event_time: order_time
          unknown_fields: keep
          schema: {order_id: string, order_time: timestamp}
        right:
          from: {files: "right-*.avro", replay: max}
          event_time: order_time
          watermark: {max_out_of_orderness: 1h}
      join: {left: left, right: right, on: [order_id], type: full, within: {after: 1s}}
      outputs:
        matched: {to: {files: out/matched}}
        unmatched: {to: {files: out/unmatched}}
        dead_letter: {to: {files: out/dead_letter}}
      """;

  @TempDir Path dir;

  @Test
  void joinsABatchAndAReplay() throws Exception {
    byte[] left = container(List.of(order("a", 1L, 0), order("b", null, 5), order("c", 3L, 9)));
    Files.write(dir.resolve("left.avro"), Arrays.copyOf(left, left.length - 3));
    Files.write(dir.resolve("right-1.avro"), container(List.of(order("b", 7L, 5))));
    Files.write(dir.resolve("right-2.avro"), container(List.of(order("z", 8L, Long.MIN_VALUE))));
    Path file = Files.writeString(dir.resolve("spec.yaml"), SPEC);
    PipelineSpec spec = SpecReader.read(file, name -> null);
    PipelineOptions options = PipelineOptionsFactory.create();
    options.setRunner(DirectRunner.class);
    options.setStableUniqueNames(CheckEnabled.ERROR);
    Pipeline pipeline = Pipeline.create(options);
    JoinGraph.build(pipeline, spec);
    pipeline.run().waitUntilFinish();

    assertThat(lines("matched"))
        .containsExactly(
            "{\"key\":\"b\",\"event_time\":\"1970-01-01T00:00:00.005Z\",\"gap_ms\":0,"
                + "\"left\":{\"order_id\":\"b\",\"order_time\":\"1970-01-01T00:00:00.005Z\","
                + "\"amount\":null},"
                + "\"right\":{\"order_id\":\"b\",\"amount\":7,"
                + "\"order_time\":\"1970-01-01T00:00:00.005Z\"}}");
    assertThat(lines("unmatched"))
        .singleElement()
        .asString()
        .contains("\"side\":\"left\"", "\"key\":\"a\"", "\"amount\":1");
    assertThat(lines("dead_letter"))
        .satisfiesExactlyInAnyOrder(
            line ->
                assertThat(line)
                    .isEqualTo(
                        "{\"input\":\"left\",\"position\":\"left.avro:3\",\"error\":\"the file ends"
                            + " in the middle of a block: 2 rows before it were read\","
                            + "\"raw\":\"\"}"),
            line ->
                assertThat(line)
                    .contains("\"position\":\"right-2.avro:1\"", "order_time: the time must lie")
                    .contains("\\\"order_time\\\":-9223372036854775808"));
  }

  private List<String> lines(String output) throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve("out"))) {
      return files
          .filter(path -> String.valueOf(path.getFileName()).matches(output + "-.*\\.jsonl"))
          .flatMap(AvroRunTest::linesOf)
          .toList();
    }
  }

  private static Stream<String> linesOf(Path path) {
    try {
      return Files.readAllLines(path).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
