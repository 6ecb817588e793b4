package dev.mortise.runner.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.pipeline.cli.Console;
import dev.mortise.pipeline.cli.Mortise;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs, from the command line to the files. */
class EndToEndTest {
  private static final Path ORDERS_PAYMENTS = Path.of("../../testdata/orders-payments");
  private static final List<String> OUTPUTS =
      List.of("matched", "unmatched", "late", "dead_letter");

  @TempDir Path dir;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void copyTheScenario() throws IOException {
    for (String file : List.of("spec.yaml", "events.jsonl")) {
      Files.copy(ORDERS_PAYMENTS.resolve(file), dir.resolve(file));
    }
  }

  @Test
  void ordersAndPayments_giveTheirRightAnswer() throws IOException {
    assertThat(mortise("run", dir.resolve("spec.yaml").toString())).isZero();

    assertOutputsAreRight();
    assertThat(text(out).lines().skip(1))
        .containsExactly(
            "",
            "                    orders (left)  payments (right)",
            "  rows read                     4                 4",
            "  matched                       3                 3",
            "  match rate                75.0%             75.0%",
            "  late but matched              0                 1",
            "  unmatched                     1                 1",
            "  late                          0                 0",
            "  null key                      0                 0",
            "  dead letters                  0                 0",
            "",
            "  pairs  3",
            "  gap    p50 2m, p90 24m, p99 24m (event time of payments minus orders)");
    assertThat(text(out)).startsWith("orders-payments: done in ");
  }

  @Test
  void aSecondRunReplacesTheFirst_andSaysSo() throws IOException {
    String spec = dir.resolve("spec.yaml").toString();
    Files.createDirectories(dir.resolve("out"));
    Path neighbour = Files.writeString(dir.resolve("out/matched.txt"), "mine");
    assertThat(mortise("run", spec, "--runner=direct")).isZero();
    long files = files("matched").size();
    err.reset();
    out.reset();

    assertThat(mortise("run", spec, "--summary=json", "--runner", "direct")).isZero();

    assertThat(text(err))
        .contains(
            String.format(
                "outputs.matched: replacing %d %s of an earlier run",
                files, files == 1 ? "file" : "files"));
    assertOutputsAreRight();
    assertThat(neighbour).hasContent("mine");
    JsonNode json = json();
    assertThat(json.at("/pairs")).hasToString("3");
    assertThat(json.at("/gap_ms/p90")).hasToString("1440000");
    assertThat(json.at("/inputs/payments/late_matched_rows")).hasToString("1");
    assertThat(json.at("/accounted_for")).hasToString("true");
  }

  @Test
  void batchOfFiles_accountsForEveryRow_readableOrNot() throws IOException {
    Files.writeString(
        dir.resolve("orders.jsonl"),
        """
        {"id": "1", "amount": 1.50, "at": "2026-01-05T10:00:00Z"}
        {"id": "2", "amount": 2, "at": "2026-01-05T10:01:00Z"}
        not json
        {"id": null, "amount": 3, "at": "2026-01-05T10:02:00Z"}
        """);
    gzip(
        dir.resolve("payments.csv.gz"),
        """
        paid,ref,at
        1.5,1,2026-01-05T09:58:00Z
        2.00,2,2026-01-05T10:40:00Z
        1.500,1,2026-01-05T10:00:00Z
        """);
    Path spec =
        Files.writeString(
            dir.resolve("batch.yaml"),
            """
            name: batch
            inputs:
              orders:
                from: {files: orders.jsonl}
                format: json
                schema: {id: "string?", amount: decimal, at: timestamp}
                event_time: at
              payments:
                from: {files: "*.csv.gz"}
                format: csv
                schema: {ref: "string?", paid: decimal, at: timestamp}
                event_time: at
            join:
              left: orders
              right: payments
              on: {left: [id, amount], right: [ref, paid]}
              type: left
              within: {before: 5m, after: 30m}
            outputs:
              matched: {to: {files: deep/er/matched}}
              unmatched: {to: {files: deep/er/unmatched}}
              dead_letter: {to: {files: deep/er/dead_letter}}
            """);

    assertThat(mortise("run", spec.toString(), "--summary=json", "--targetParallelism=2")).isZero();

    JsonNode orders = json().at("/inputs/orders");
    assertThat(orders.get("rows_read")).hasToString("4");
    assertThat(orders.get("matched_rows")).hasToString("1");
    assertThat(orders.get("unmatched_rows")).hasToString("1");
    assertThat(orders.get("null_key_rows")).hasToString("1");
    assertThat(orders.get("dead_letters")).hasToString("1");
    assertThat(json().at("/inputs/payments/matched_rows")).hasToString("2");
    assertThat(json().at("/gap_ms/min")).hasToString("-120000");
    assertThat(json().at("/gap_ms/max")).hasToString("0");
    assertThat(json().at("/accounted_for")).hasToString("true");
    assertThat(rows(dir.resolve("deep/er"), "matched")).hasSize(2);
    assertThat(rows(dir.resolve("deep/er"), "matched"))
        .allSatisfy(row -> assertThat(row.get("key")).hasToString("[\"1\",1.5]"));
    assertThat(rows(dir.resolve("deep/er"), "unmatched")).hasSize(2);
    assertThat(rows(dir.resolve("deep/er"), "dead_letter"))
        .singleElement()
        .satisfies(row -> assertThat(row.get("raw").asText()).isEqualTo("not json"));
  }

  @Test
  void noStepChangesItsInput_andEveryElementHasACoder() throws IOException {
    assertThat(
            mortise(
                "run",
                dir.resolve("spec.yaml").toString(),
                "--enforceImmutability=true",
                "--enforceEncodability=true"))
        .as(text(err))
        .isZero();

    assertOutputsAreRight();
  }

  @Test
  void aSpecThatIsWrong_isReportedWithoutAStackTrace() throws IOException {
    Path spec =
        Files.writeString(
            dir.resolve("bad.yaml"),
            Files.readString(dir.resolve("spec.yaml"))
                .replace("{after: 30m}", "{after: 30 minuts}"));

    assertThat(mortise("run", spec.toString())).isEqualTo(Mortise.WRONG_USE);
    assertThat(text(err)).startsWith("join.within.after (bad.yaml:").hasLineCount(1);
    assertThat(text(out)).isEmpty();
    assertThat(dir.resolve("out")).doesNotExist();
  }

  @Test
  void anotherRunnersNameIsRefused() {
    assertThat(mortise("run", dir.resolve("spec.yaml").toString(), "--runner=spark"))
        .isEqualTo(Mortise.WRONG_USE);
    assertThat(text(err)).startsWith("--runner: this jar runs on direct only");
  }

  private void assertOutputsAreRight() throws IOException {
    for (String output : OUTPUTS) {
      Path expected = ORDERS_PAYMENTS.resolve("expected/" + output + ".jsonl");
      assertThat(rows(dir.resolve("out"), output))
          .as(output)
          .containsExactlyInAnyOrderElementsOf(rows(List.of(expected)));
    }
  }

  private int mortise(String... args) {
    Console console = new Console(stream(out), stream(err), false, name -> null);
    return Mortise.execute(args, new DirectAdapter(), console);
  }

  private JsonNode json() throws IOException {
    assertThat(text(out)).hasLineCount(1);
    return new ObjectMapper().readTree(text(out));
  }

  private List<Path> files(String output) throws IOException {
    return files(dir.resolve("out"), output);
  }

  private static List<Path> files(Path folder, String output) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches(output + "-.*\\.jsonl"))
          .toList();
    }
  }

  private static List<JsonNode> rows(Path folder, String output) throws IOException {
    return rows(files(folder, output));
  }

  private static List<JsonNode> rows(List<Path> files) throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> rows = new ArrayList<>();
    for (Path file : files) {
      for (String line : Files.readAllLines(file)) {
        rows.add(json.readTree(line));
      }
    }
    return rows;
  }

  private static void gzip(Path file, String text) throws IOException {
    try (OutputStream bytes = new GZIPOutputStream(Files.newOutputStream(file))) {
      bytes.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
