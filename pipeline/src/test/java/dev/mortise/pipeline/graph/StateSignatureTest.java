package dev.mortise.pipeline.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.pipeline.spec.SpecException;
import dev.mortise.pipeline.spec.SpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateSignatureTest {
  private static final String SPEC =
      """
      name: orders-payments
      inputs:
        orders:
          from: {script: events.jsonl}
          schema: {order_id: string, shop: string, order_time: timestamp}
          event_time: order_time
        payments:
          from: {script: events.jsonl}
          schema: {order_id: string, shop: string, paid_at: timestamp}
          event_time: paid_at
      join:
        left: orders
        right: payments
        on: [order_id]
        type: left
        within: {after: 30m}
      outputs:
        matched: {to: {files: out/matched}}
      """;

  @TempDir Path folder;

  private StateSignature signature(String text, String... options)
      throws SpecException, IOException {
    Path file = Files.writeString(folder.resolve("spec.yaml"), text);
    PipelineOptions given =
        PipelineOptionsFactory.fromArgs(options).as(JoinOptions.class).as(PipelineOptions.class);
    return StateSignature.of(SpecReader.read(file, name -> null), given);
  }

  private List<String> differences(String text, String... options)
      throws SpecException, IOException {
    return signature(text, options).differences(StateSignature.fromJson(signature(SPEC).toJson()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type: left | type: full",
        "{after: 30m} | {before: 1m, after: 2h}",
        "matched: {to: | unmatched: {to:",
        "name: orders-payments | name: other"
      })
  void typeBoundAndOutputsMayChange(String before, String after) throws Exception {
    assertThat(SPEC).contains(before);
    assertThat(differences(SPEC.replace(before, after))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "orders: | purchases: | join.left: must be what the state of the earlier run was written"
            + " with, orders, but is purchases.",
        "on: [order_id] | on: [shop] | join.on: must be what the state of the earlier run was"
            + " written with, order_id (string), but is shop (string).",
        "{order_id: string, | {order_id: int64, | join.on: must be what the state of the earlier"
            + " run was written with, order_id (string), but is order_id (int64).",
        "shop: string, paid_at | shop: string?, paid_at | right input's schema: must be what the"
            + " state of the earlier run was written with, order_id: string, shop: string, paid_at:"
            + " timestamp, but is order_id: string, shop: string?, paid_at: timestamp.",
        "events.jsonl | more.jsonl | left input's from: must be what the state of the earlier run"
            + " was written with, script FOLDER/events.jsonl, but is script FOLDER/more.jsonl."
      })
  void whatTheStateWasWrittenWithMayNot(String before, String after, String message)
      throws Exception {
    assertThat(SPEC).contains(before);
    String changed =
        SPEC.replace(before, after).replace("left: orders", "left: " + leftName(after));
    assertThat(differences(changed))
        .anySatisfy(
            difference ->
                assertThat(difference)
                    .isEqualTo(
                        message.replace("FOLDER", folder.toString())
                            + " Change it back, or start without that state."));
  }

  private static String leftName(String after) {
    return after.endsWith(":") ? after.substring(0, after.length() - 1) : "orders";
  }

  private static final String WINDOWS =
      """
      windows:
        w:
          over: matched
          window: {fixed: 5m}
          by: [left.shop]
          aggregate: {rows: count}
          emit: final
          allowed_lateness: 1m
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "over: matched | over: unmatched | over | matched | unmatched",
        "fixed: 5m | fixed: 5m, offset: 1m | window | fixed 5m | fixed 5m, offset 1m",
        "[left.shop] | [key, left.shop] | by | left.shop (string) | key (string), left.shop (string)",
        "by: [left.shop] | by: [] | by | left.shop (string) | nothing",
        "{rows: count} | {n: count, keys: {count: key}} | aggregate | rows: count | n: count, keys:"
            + " count of key",
        "emit: final | emit: {updates: 1s} | emit | final | updates: 1s",
        "lateness: 1m | lateness: 2m | allowed_lateness | 1m | 2m",
      })
  void norMayAnythingOfAWindow(String before, String after, String field, String was, String is)
      throws Exception {
    assertThat(WINDOWS).contains(before);
    StateSignature earlier = StateSignature.fromJson(signature(SPEC + WINDOWS).toJson());

    assertThat(signature(SPEC + WINDOWS.replace(before, after)).differences(earlier))
        .contains(
            String.format(
                "windows.w.%s: must be what the state of the earlier run was written with, %s, but"
                    + " is %s. Change it back, or start without that state.",
                field, was, is));
    assertThat(signature(SPEC + WINDOWS).differences(earlier)).isEmpty();
    assertThat(signature(SPEC).differences(earlier)).hasSize(6);
  }

  @Test
  void norMayTheNumberOfShards() throws Exception {
    assertThat(differences(SPEC, "--joinShards=8"))
        .containsExactly(
            "--joinShards: must be what the state of the earlier run was written with, 256, but is"
                + " 8. Change it back, or start without that state.");
  }

  @Test
  void whatIsNoSignatureIsNotTakenForOne() {
    assertThatThrownBy(() -> StateSignature.fromJson("[1]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be a JSON object");
  }
}
