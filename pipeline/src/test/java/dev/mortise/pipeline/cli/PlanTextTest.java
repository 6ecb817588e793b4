package dev.mortise.pipeline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SpecReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanTextTest {
  private static final String SPEC =
      """
      name: settlement
      inputs:
        orders:
          from: {files: orders.jsonl, replay: {speed: 60x}}
          schema: {order_id: string, customer: string?, order_time: timestamp}
          event_time: order_time
          watermark: {max_out_of_orderness: 10m}
        payments:
          from: {files: "payments/*.csv", replay: max}
          schema: {order_id: string, paid_at: timestamp}
          event_time: paid_at
          unknown_fields: keep
          watermark: {max_out_of_orderness: 1h30m}
      join:
        left: orders
        right: payments
        on: [order_id]
        type: left
        within: {before: 5m, after: 30m}
        allowed_lateness: 1m
      outputs:
        matched:     {to: {files: out/matched}}
        unmatched:   {to: {files: out/unmatched}}
        late:        {to: {files: out/late}}
        dead_letter: {to: {files: out/dead_letter}}
      """;

  @TempDir Path directory;

  private String plan(String text) throws Exception {
    Path file = Files.writeString(directory.resolve("spec.yaml"), text);
    PipelineSpec spec = SpecReader.read(file, name -> null);
    return PlanText.of(spec);
  }

  @Test
  void tellsTheWholePlan() throws Exception {
    assertThat(plan(SPEC))
        .isEqualTo(
            """
            Plan of settlement (spec.yaml)

            Inputs
              orders    files orders.jsonl (JSON Lines), replayed as a stream at 60 times the recorded speed
                        order_id string, customer string?, order_time timestamp; others are ignored
                        event time order_time; watermark 10m behind the greatest seen
              payments  files payments/*.csv (CSV), replayed as a stream as fast as possible
                        order_id string, paid_at timestamp; others are kept
                        event time paid_at; watermark 1h30m behind the greatest seen

            Join
              type     left: pairs, and orders without a partner
              key      orders.order_id = payments.order_id
              bound    payments lie from 5m before to 30m after orders
                       orders lie from 30m before to 5m after payments
                       -5m <= payments.paid_at - orders.order_time <= 30m
              kept     orders wait until the watermark is more than 31m past their own time
                         watermark > orders.order_time + upper 30m + lateness 1m = order_time + 31m
                       payments wait until the watermark is more than 6m past their own time
                         watermark > payments.paid_at - lower (-5m) + lateness 1m = paid_at + 6m
              late     join: an expired row still looks for a waiting partner, and goes to late if there is none

            Outputs
              matched      out/matched-*.jsonl
              unmatched    out/unmatched-*.jsonl (orders)
              late         out/late-*.jsonl
              dead_letter  out/dead_letter-*.jsonl
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{after: 30m}              | payments lie 0s to 30m after orders | orders lie 0s to 30m before payments | 0s <= payments.paid_at - orders.order_time <= 30m",
        "{before: 5m}              | payments lie 0s to 5m before orders | orders lie 0s to 5m after payments | -5m <= payments.paid_at - orders.order_time <= 0s",
        "{lower: 5m, upper: 10m}   | payments lie 5m to 10m after orders | orders lie 5m to 10m before payments | 5m <= payments.paid_at - orders.order_time <= 10m",
        "{lower: -10m, upper: -5m} | payments lie 5m to 10m before orders | orders lie 5m to 10m after payments | -10m <= payments.paid_at - orders.order_time <= -5m",
        "{lower: 5m, upper: 5m}    | payments lie exactly 5m after orders | orders lie exactly 5m before payments | payments.paid_at - orders.order_time = 5m",
        "{before: 0s}              | payments lie at the very time of orders | orders lie at the very time of payments | payments.paid_at - orders.order_time = 0s",
        "{after: 30m, exclusive: both} | payments lie 1ms to 29m59s999ms after orders | orders lie 1ms to 29m59s999ms before payments | 0s < payments.paid_at - orders.order_time < 30m",
      })
  void saysTheBoundInBothDirections(String within, String left, String right, String formula)
      throws Exception {
    assertThat(plan(SPEC.replace("{before: 5m, after: 30m}", within)).lines().map(String::strip))
        .contains("bound    " + left, right, formula);
  }

  @Test
  void saysANegativeRetentionInWords() throws Exception {
    String text = SPEC.replace("{before: 5m, after: 30m}", "{lower: -30m, upper: -5m}");

    assertThat(plan(text).lines().map(String::strip))
        .contains(
            "kept     orders wait only while more than 4m ahead of the watermark: their partners"
                + " come before them",
            "watermark > orders.order_time + upper (-5m) + lateness 1m = order_time - 4m");
    assertThat(plan(text.replace("-5m}", "-1m}")).lines().map(String::strip))
        .contains(
            "kept     orders wait until the watermark passes their own time",
            "watermark > orders.order_time + upper (-1m) + lateness 1m = order_time");
  }

  @Test
  void warnsOfOutputsThatAreNotWritten() throws Exception {
    assertThat(plan(SPEC.replaceAll("(?s)outputs:.*", "")))
        .contains("  matched      counted only\n")
        .endsWith("Warnings\n  - No output is asked for: rows are counted and written nowhere.\n");
    assertThat(plan(SPEC.replaceAll("  (late|dead_letter): .*\n", "")))
        .endsWith(
            "Warnings\n  - Counted but written nowhere: late, dead_letter. To keep the rows, add"
                + " them to outputs.\n");
  }

  @Test
  void warnsOfSettingsWithoutEffect() throws Exception {
    assertThat(plan(SPEC.replace("type: left", "type: inner")))
        .contains("(an inner join emits none)")
        .contains("The unmatched output stays empty: an inner join only counts unmatched rows.");
    assertThat(plan(SPEC.replace("lateness: 1m", "lateness: 1m\n  late: divert")))
        .contains("late     divert: a row behind the watermark goes to late and is never matched")
        .contains("join.allowed_lateness keeps rows longer, yet with late: divert no late row");
    assertThat(plan(SPEC.replace(", replay: max", "")))
        .contains("files payments/*.csv (CSV), read once, as a batch")
        .contains("payments is read as a batch beside a stream")
        .contains("inputs.payments.watermark has no effect: files are read as a batch unless");
    assertThat(
            plan(SPEC.replace("{files: orders.jsonl, replay: {speed: 60x}}", "{script: e.jsonl}")))
        .contains("script e.jsonl (JSON Lines), a stream in the script's order")
        .contains("inputs.orders.watermark has no effect: a script moves the watermark itself.");
  }

  @Test
  void saysWhatWindowsDo() throws Exception {
    String windows =
        """
        windows:
          revenue_5m:
            over: matched
            window: {sliding: 10m, every: 5m}
            by: [left.customer, key]
            aggregate: {pairs: count, wait: {p90: gap_ms}}
            emit: {early_and_final: 30s}
            allowed_lateness: 2m
          all_orders:
            over: orders
            window: {session: 1h}
            aggregate: {rows: count}
        """;

    assertThat(
            plan(
                SPEC.replace("outputs:\n", windows + "outputs:\n  revenue_5m: {to: {files: r}}\n")))
        .contains(
            """
            Windows
              revenue_5m  over matched pairs, sliding 10m every 5m, by left.customer, key
                          pairs = count; wait = p90 of gap_ms
                          early_and_final: a new result every 30s of the clock, and the final one when the watermark passes the window's end; corrected for rows until 2m after it; later ones go to late
              all_orders  over all rows of orders, session 1h, all rows in one group
                          rows = count
                          final: one result, when the watermark passes the window's end; rows after that go to late

            Outputs
            """)
        .contains("  revenue_5m   r-*.jsonl\n  all_orders   counted only\n")
        .contains("Counted but written nowhere: all_orders.");
    assertThat(
            plan(
                SPEC.replace("type: left", "type: inner")
                    + "windows:\n  w: {over: unmatched, window: {fixed: 1h}, aggregate: {n:"
                    + " count}}\n"))
        .contains("windows.w stays empty: an inner join emits no unmatched rows.");
  }

  @Test
  void saysThatIdleAfterHasNoEffectYet() throws Exception {
    assertThat(plan(SPEC.replace("orderness: 10m", "orderness: 10m, idle_after: 1m")))
        .endsWith(
            "Warnings\n  - inputs.orders.watermark.idle_after has no effect in this version: replayed"
                + " files hold the other input back until they are at their end.\n");
  }

  @Test
  void saysThatABatchHasNoLateRows() throws Exception {
    String text =
        SPEC.replaceAll(", replay: (max|\\{.*?\\})", "").replaceAll(" +watermark: .*\n", "");

    assertThat(plan(text)).contains("late     no row can be late").doesNotContain("Warnings");
  }

  @Test
  void staysShort_withManyFields() throws Exception {
    String many =
        IntStream.range(0, 300)
            .mapToObj(i -> "field_" + i + ": string")
            .collect(Collectors.joining(", "));
    String text =
        SPEC.replace("customer: string?", many)
            .replace("{order_id: string, paid_at", "{order_id: string, " + many + ", paid_at")
            .replaceAll("(?s)outputs:.*", "outputs: {unmatched: {to: {files: out/u}}}")
            .replace("type: left", "type: inner")
            .replace("lateness: 1m", "lateness: 1m\n  late: divert")
            .replace(", replay: max", "");

    assertThat(plan(text).lines()).hasSizeLessThanOrEqualTo(40);
    assertThat(plan(text)).containsPattern("and \\d+ more; others are ignored");
  }
}
