package dev.mortise.runner.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.pipeline.cli.Console;
import dev.mortise.pipeline.cli.Mortise;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The README's promise: batch and replay of one recording have the totals of the oracle. */
class ImpressionsClicksTest {
  private static final Path DATA = Path.of("../../testdata/impressions-clicks");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path dir;
  private static JsonNode expected;

  @BeforeAll
  static void makeTheRecording() throws IOException, InterruptedException {
    java("Generate.java", "--rows=20000", "--out=" + dir.resolve("data"));
    expected = JSON.readTree(java("Oracle.java", dir.resolve("data").toString()));
    assertThat(expected.get("pairs").asLong()).isGreaterThan(10_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"spec", "replay"})
  void aRun_hasTheTotalsOfTheOracle(String spec) throws IOException {
    Path file = Files.copy(DATA.resolve(spec + ".yaml"), dir.resolve(spec + ".yaml"));

    JsonNode summary = run(file);

    for (String input : List.of("impressions", "clicks")) {
      JsonNode right = expected.get(input);
      JsonNode counted = summary.get("inputs").get(input);
      assertSame(counted, "rows_read", right, "records");
      assertSame(counted, "dead_letters", right, "dead_letters");
      assertSame(counted, "matched_rows", right, "matched_rows");
      assertSame(counted, "unmatched_rows", right, "unmatched_no_match");
      assertSame(counted, "null_key_rows", right, "unmatched_null_key");
      assertSame(counted, "late_rows", right, "late");
    }
    assertSame(summary, "pairs", expected, "pairs");
    for (String percentile : List.of("p50", "p90", "p99")) {
      double exact = expected.get("gap_ms").get(percentile).asDouble();
      assertThat(summary.get("gap_ms").get(percentile).asDouble())
          .isBetween(0.99 * exact, 1.01 * exact);
    }
    assertThat(summary.get("accounted_for").asBoolean()).isTrue();
    Path out = dir.resolve(spec.equals("spec") ? "out/batch" : "out/replay");
    assertThat(pairChecksum(out)).isEqualTo(expected.get("pair_checksum").asLong());
  }

  private static void assertSame(JsonNode actual, String name, JsonNode right, String rightName) {
    assertThat(actual.get(name).asLong()).as(name).isEqualTo(right.get(rightName).asLong());
  }

  private static JsonNode run(Path spec) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            name -> null);
    int status =
        Mortise.execute(
            new String[] {"run", spec.toString(), "--summary=json"}, new DirectAdapter(), console);
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isZero();
    return JSON.readTree(out.toString(StandardCharsets.UTF_8));
  }

  /** As the oracle computes it: a pair that is missing, doubled or wrong changes it. */
  private static long pairChecksum(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.filter(file -> file.getFileName().toString().startsWith("matched-")).toList();
    }
    long checksum = 0;
    for (Path file : files) {
      for (String line : Files.readAllLines(file)) {
        JsonNode pair = JSON.readTree(line);
        String ids =
            pair.get("left").get("impression_id").asText()
                + "|"
                + pair.get("right").get("click_id").asText();
        CRC32 crc = new CRC32();
        crc.update(ids.getBytes(StandardCharsets.UTF_8));
        checksum += crc.getValue();
      }
    }
    return checksum;
  }

  /** Runs one of the data's programs, as its README says, and returns what it printed. */
  private static String java(String program, String... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(DATA.resolve(program).toString());
    command.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", program, printed).isZero();
    return printed;
  }
}
