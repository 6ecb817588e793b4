package dev.mortise.pipeline.spec;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Specs as text, written to a file and read. */
final class SpecFixture {
  /** A valid spec whose lines the tests change one at a time. */
  static final String VALID =
      """
      name: orders-payments
      inputs:
        orders:
          from: {files: "orders/*.jsonl"}
          format: json
          schema:
            order_id: string
            customer_id: string?
            amount_minor: int64
            rate: double
            order_time: timestamp
          event_time: order_time
          watermark: {max_out_of_orderness: 10m, idle_after: 1m}
        payments:
          from: {files: payments.csv.gz, replay: {speed: 60x}}
          schema:
            order_ref: string
            amount_minor: int32
            paid_at: timestamp
          event_time: paid_at
          unknown_fields: keep
          watermark: {max_out_of_orderness: 30s}
      join:
        left: orders
        right: payments
        on: {left: [order_id], right: [order_ref]}
        type: left
        within: {before: 5m, after: 30m}
        allowed_lateness: 1m
        late: divert
      outputs:
        matched:     {to: {files: out/matched}}
        unmatched:   {to: {files: out/unmatched}}
        late:        {to: {files: out/late}}
        dead_letter: {to: {files: out/dead_letter}}
      """;

  private final Path directory;
  private final Map<String, String> environment;

  SpecFixture(Path directory) {
    this(directory, Map.of());
  }

  SpecFixture(Path directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = environment;
  }

  /** The valid spec with a text replaced that it has. */
  static String with(String text, String replacement) {
    if (!VALID.contains(text)) {
      throw new IllegalArgumentException("The valid spec has no " + text);
    }
    return VALID.replace(text, replacement);
  }

  PipelineSpec read(String text) throws SpecException {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  PipelineSpec read(byte[] bytes) throws SpecException {
    Path file = directory.resolve("spec.yaml");
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return SpecReader.read(file, environment::get);
  }

  List<String> problems(String text) {
    return problems(text.getBytes(StandardCharsets.UTF_8));
  }

  List<String> problems(byte[] bytes) {
    SpecException thrown = catchThrowableOfType(SpecException.class, () -> read(bytes));
    return thrown == null ? List.of() : thrown.problems();
  }
}
