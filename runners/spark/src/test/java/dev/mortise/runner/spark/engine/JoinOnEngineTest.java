package dev.mortise.runner.spark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.graph.JoinGraph;
import dev.mortise.pipeline.graph.JoinOptions;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The application's own graph: what its files hold when the driver fails again and again. */
class JoinOnEngineTest {
  private static final Instant START = Instant.parse("2026-01-05T10:00:00Z");
  private static final int MARKS = 24;

  @TempDir Path folder;

  private PipelineSpec spec(String name, String from) throws Exception {
    Path dir = Files.createDirectories(folder.resolve(name));
    Path file =
        Files.writeString(
            dir.resolve("spec.yaml"),
            """
            name: resume
            inputs:
              orders:
                from: %1$s
                format: json
                schema: {id: string, n: int64, at: timestamp}
                event_time: at
                watermark: {max_out_of_orderness: 2m}
              payments:
                from: %2$s
                format: json
                schema: {id: string, n: int64, at: timestamp}
                event_time: at
                watermark: {max_out_of_orderness: 2m}
            join:
              left: orders
              right: payments
              on: [id]
              type: full
              within: {before: 1m, after: 3m}
            outputs:
              matched: {to: {files: out/matched}}
              unmatched: {to: {files: out/unmatched}}
              late: {to: {files: out/late}}
            """
                .formatted(from.formatted("orders"), from.formatted("payments")));
    return SpecReader.read(file, variable -> null);
  }

  /** Rows of both inputs in front of each mark, some of them late. */
  private void writeScript(Random random) throws IOException {
    StringBuilder script = new StringBuilder();
    int n = 0;
    for (int mark = 0; mark < MARKS; mark++) {
      for (int i = 0; i < 60; i++) {
        Instant time =
            START.plusSeconds(60L * mark + random.nextInt(120) - (i % 20 == 0 ? 300 : 0));
        script.append(
            String.format(
                Locale.ROOT,
                "{\"input\": \"%s\", \"row\": {\"id\": \"k%d\", \"n\": %d, \"at\": \"%s\"}}%n",
                random.nextBoolean() ? "orders" : "payments",
                random.nextInt(25),
                n++,
                time));
      }
      script.append("{\"watermark\": \"").append(START.plusSeconds(60L * mark)).append("\"}\n");
    }
    Files.writeString(folder.resolve("events.jsonl"), script);
  }

  private void writeRows(Random random) throws IOException {
    for (String input : List.of("orders", "payments")) {
      StringBuilder rows = new StringBuilder();
      for (int i = 0; i < 800; i++) {
        rows.append(
            String.format(
                Locale.ROOT,
                "{\"id\": \"k%d\", \"n\": %d, \"at\": \"%s\"}%n",
                random.nextInt(25),
                i,
                START.plusSeconds(2L * i + random.nextInt(100))));
      }
      Files.writeString(folder.resolve(input + ".jsonl"), rows);
    }
  }

  private PipelineResult start(
      PipelineSpec spec, String checkpoints, MicroBatchLoop.Observer observer) throws IOException {
    Pipeline pipeline = Engine.pipeline();
    pipeline.getOptions().as(JoinOptions.class).setJoinShards(4);
    JoinGraph.build(pipeline, spec);
    return Engine.start(pipeline, folder.resolve(checkpoints).toString(), observer);
  }

  private List<String> output(String name) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve(name).resolve("out"))) {
      for (Path file : files.filter(found -> found.toString().endsWith(".jsonl")).toList()) {
        for (String line : Files.readAllLines(file)) {
          lines.add(file.getFileName().toString().replaceAll("-.*", "") + line);
        }
      }
    }
    return lines;
  }

  /** Runs a spec to its end, failing behind a batch now and then on the way. */
  private int runWithFailures(PipelineSpec spec, Random random) throws IOException {
    int failures = 0;
    while (true) {
      int batches = failures == 0 ? 1 : 1 + random.nextInt(8);
      int[] done = {0};
      PipelineResult result =
          start(
              spec,
              "checkpoints",
              (batch, progress) -> {
                if (++done[0] == batches && !progress.isOver()) {
                  throw new IllegalStateException("pulled the plug");
                }
              });
      try {
        assertThat(result.waitUntilFinish()).isEqualTo(PipelineResult.State.DONE);
        assertThat(Engine.counter(result, "pairs")).isPositive();
        return failures;
      } catch (Pipeline.PipelineExecutionException e) {
        assertThat(e).hasMessageContaining("pulled the plug");
        failures++;
      }
    }
  }

  @Test
  void aScriptsFilesHoldEveryRowOnce_howeverOftenTheDriverFails() throws Exception {
    long seed = 20260105;
    System.out.println("driver failures of seed " + seed);
    Random random = new Random(seed);
    writeScript(random);
    String script = "{script: ../events.jsonl}";
    start(spec("calm", script), "calm-checkpoints", (batch, progress) -> {}).waitUntilFinish();

    assertThat(runWithFailures(spec("failing", script), random)).isGreaterThan(3);

    List<String> expected = output("calm");
    assertThat(expected).anyMatch(line -> line.startsWith("matched"));
    assertThat(expected).anyMatch(line -> line.startsWith("unmatched"));
    assertThat(expected).anyMatch(line -> line.startsWith("late"));
    assertThat(output("failing")).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void aReplayAtAPace_isTheSameWhenItIsReadAgain() throws Exception {
    long seed = 20260106;
    System.out.println("driver failures of seed " + seed);
    Random random = new Random(seed);
    writeRows(random);
    start(
            spec("calm", "{files: ../%s.jsonl, replay: max}"),
            "calm-checkpoints",
            (batch, progress) -> {})
        .waitUntilFinish();

    assertThat(
            runWithFailures(
                spec("failing", "{files: ../%s.jsonl, replay: {speed: 1000x}}"), random))
        .isPositive();

    assertThat(output("failing")).containsExactlyInAnyOrderElementsOf(output("calm"));
  }

  @Test
  void aSpecsStepsHaveNamesOfTheirOwn_andNoneIsRefused() throws Exception {
    Pipeline pipeline = Engine.pipeline();
    JoinGraph.build(pipeline, spec("steps", "{script: ../events.jsonl}"));

    assertThat(PipelineReader.read(pipeline).keyed()).hasSizeGreaterThan(3);
  }
}
