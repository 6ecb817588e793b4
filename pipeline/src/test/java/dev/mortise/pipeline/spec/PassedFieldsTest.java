package dev.mortise.pipeline.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PassedFieldsTest {
  private static final String SPEC =
      """
      inputs:
        orders:
          from: {kafka: {bootstrap_servers: "localhost:9092", topic: orders, %s}}
          format: json
          schema: {order_id: string, t: timestamp}
          event_time: t
          watermark: {max_out_of_orderness: 1m}
        payments:
          from: {files: payments.jsonl}
          schema: {order_ref: string, t: timestamp}
          event_time: t
      join:
        left: orders
        right: payments
        on: {left: [trace_id], right: [order_ref]}
        type: left
        within: {after: 30m}
      """;

  @TempDir Path dir;

  private List<String> problems(String passed) {
    return new SpecFixture(dir).problems(String.format(SPEC, passed));
  }

  @Test
  void becomeFieldsOfTheSchema_thatKeysAreMadeOf() throws SpecException {
    SpecFixture fixture = new SpecFixture(dir);
    InputSpec orders =
        fixture.read(String.format(SPEC, "key_as: k, headers_as: {trace: trace_id}")).left();
    assertThat(orders.schema().getFieldNames()).containsExactly("order_id", "t", "k", "trace_id");
    assertThat(orders.typeOf("trace_id")).isEqualTo("string?");
    assertThat(orders.passed()).isEqualTo(new PassedFields("k", Map.of("trace", "trace_id")));
    InputSpec list = fixture.read(String.format(SPEC, "headers_as: [trace_id]")).left();
    assertThat(list.passed()).isEqualTo(new PassedFields(null, Map.of("trace_id", "trace_id")));
  }

  @Test
  void saysWhichNamesAreTaken() {
    assertThat(problems("key_as: trace_id, headers_as: {a: order_id}"))
        .anyMatch(
            text ->
                text.startsWith(
                    "inputs.orders.from (spec.yaml:3): key_as and headers_as add fields, but the"
                        + " schema has order_id already."));
    assertThat(problems("key_as: trace_id, headers_as: [trace_id]"))
        .anyMatch(text -> text.contains("headers_as (spec.yaml:3): two of the fields have one"));
    assertThat(problems("key_as: trace_id, headers_as: []"))
        .anyMatch(text -> text.contains("headers_as (spec.yaml:3): names no header."));
  }
}
