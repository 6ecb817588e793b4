package dev.mortise.pipeline.summary;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.pipeline.summary.RunSummary.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunSummaryTest {
  @Test
  void tableShowsBothInputsSideBySide() {
    assertThat(SummaryTable.lines(settlement(Outcome.DONE, Counted.orders())))
        .containsExactly(
            "orders-payments: done in 2.9s",
            "",
            "                    orders (left)  payments (right)",
            "  rows read                 1,004                 4",
            "  matched                       3                 3",
            "  match rate                 0.3%            100.0%",
            "  late but matched              0                 1",
            "  unmatched                 1,000                 0",
            "  late                          0                 0",
            "  null key                      0                 0",
            "  dead letters                  1                 1",
            "",
            "  pairs  3",
            "  gap    p50 2m, p90 24m, p99 1m30s (event time of payments minus orders)");
  }

  @Test
  void jsonHasStableNames() throws IOException {
    String line = SummaryJson.line(settlement(Outcome.DONE, Counted.orders()));

    assertThat(line).doesNotContain("\n");
    JsonNode json = new ObjectMapper().readTree(line);
    assertThat(json)
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"name": "orders-payments", "status": "done", "elapsed_ms": 2940,
                     "inputs": {
                       "orders": {"side": "left", "rows_read": 1004, "matched_rows": 3,
                         "late_matched_rows": 0, "unmatched_rows": 1000, "late_rows": 0,
                         "null_key_rows": 0, "dead_letters": 1, "rows_buffered": 0,
                         "match_rate": 0.002991},
                       "payments": {"side": "right", "rows_read": 4, "matched_rows": 3,
                         "late_matched_rows": 1, "unmatched_rows": 0, "late_rows": 0,
                         "null_key_rows": 0, "dead_letters": 1, "rows_buffered": 0,
                         "match_rate": 1}},
                     "stray_dead_letters": 0,
                     "pairs": 3,
                     "gap_ms": {"min": 60000, "p50": 120000, "p90": 1440000, "p99": 90000,
                       "max": 1440000},
                     "windows": {},
                     "accounted_for": true}
                    """));
  }

  @Test
  void aRunThatWentOnFromState_isNotToldThatItLostRows() throws IOException {
    FakeMetrics metrics =
        new FakeMetrics()
            .attempted("Read", "inputs", "orders_rows_read", 2)
            .attempted("Join", "interval_join", "left_matched_rows", 5)
            .attempted("Join", "interval_join", "left_rows_expired", 5);
    RunSummary summary = settlement(Outcome.DONE, metrics).ofThisRunAlone();

    assertThat(summary.unaccounted()).isEmpty();
    assertThat(SummaryTable.lines(summary))
        .startsWith("orders-payments: done in 2.9s, gone on from saved state: counted since then")
        .contains("  matched                       5                 0")
        .noneMatch(line -> line.contains("buffered") || line.contains("match rate"));
    JsonNode json = new ObjectMapper().readTree(SummaryJson.line(summary));
    assertThat(json.path("accounted_for").isNull()).isTrue();
    assertThat(json.at("/inputs/orders/match_rate").isNull()).isTrue();
    assertThat(json.at("/inputs/orders/rows_buffered").isNull()).isTrue();
    assertThat(json.at("/inputs/orders/matched_rows").asLong()).isEqualTo(5);
  }

  @Test
  void windowsHaveATableOfTheirOwn() throws IOException {
    RunSummary base = settlement(Outcome.DONE, Counted.orders());
    RunSummary summary =
        new RunSummary(
            base.name(),
            base.outcome(),
            base.left(),
            base.right(),
            base.strayDeadLetters(),
            base.pairs(),
            base.gap(),
            List.of(
                new WindowSummary("revenue_5m", "matched", 1_234, 5, 300, 2),
                new WindowSummary("all", "orders", 7, 0, 1, 0)),
            base.elapsed(),
            true);

    assertThat(SummaryTable.lines(summary))
        .endsWith(
            "",
            "  window      over      rows  too late  results  corrections",
            "  revenue_5m  matched  1,234         5      300            2",
            "  all         orders       7         0        1            0");
    assertThat(new ObjectMapper().readTree(SummaryJson.line(summary)).at("/windows/revenue_5m"))
        .hasToString(
            "{\"over\":\"matched\",\"rows\":1234,\"too_late_rows\":5,\"panes\":300,"
                + "\"late_panes\":2}");
  }

  @Test
  void anInputWithoutRowsHasNoMatchRate() throws IOException {
    RunSummary nothing = settlement(Outcome.DONE, new FakeMetrics());

    assertThat(SummaryTable.lines(nothing))
        .contains("  match rate                    -                 -");
    JsonNode json = new ObjectMapper().readTree(SummaryJson.line(nothing));
    assertThat(json.at("/inputs/orders/match_rate").isNull()).isTrue();
    assertThat(json.get("gap_ms").isNull()).isTrue();
  }

  @Test
  void saysSo_whenRowsAreNotAccountedFor() throws IOException {
    FakeMetrics metrics = Counted.orders().attempted("Read", "inputs", "orders_rows_read", 2);
    RunSummary summary = settlement(Outcome.DONE, metrics);

    assertThat(SummaryTable.lines(summary))
        .contains(
            "  not accounted for: orders: every row read must be accounted for, but 1,006 rows read"
                + " = 3 matched + 1,000 unmatched + 0 late + 0 null key + 1 dead letters + 2, with"
                + " 0 still buffered.");
    assertThat(new ObjectMapper().readTree(SummaryJson.line(summary)).get("accounted_for"))
        .hasToString("false");
  }

  @Test
  void saysSo_whenRowsAreStillBufferedAtTheEnd() {
    FakeMetrics metrics =
        Counted.orders().attempted("Join", "interval_join", "right_rows_stored", 1);

    assertThat(settlement(Outcome.DONE, metrics).unaccounted())
        .singleElement()
        .asString()
        .startsWith("payments:")
        .endsWith("with 1 still buffered.");
  }

  @Test
  void showsDeadLettersOfNeitherInput_whenThereAreAny() throws IOException {
    RunSummary summary =
        settlement(
            Outcome.DONE, Counted.orders().attempted("Stray", "inputs", "stray_dead_letters", 2));

    assertThat(SummaryTable.lines(summary)).contains("  and dead letters of neither input: 2");
    assertThat(new ObjectMapper().readTree(SummaryJson.line(summary)).get("stray_dead_letters"))
        .hasToString("2");
  }

  @Test
  void aCancelledRunOwesNoAccount() {
    FakeMetrics metrics =
        Counted.orders()
            .attempted("Read", "inputs", "orders_rows_read", 2)
            .attempted("Join", "interval_join", "left_rows_stored", 2);
    RunSummary summary = settlement(Outcome.CANCELLED, metrics);

    assertThat(summary.unaccounted()).isEmpty();
    assertThat(SummaryTable.lines(summary))
        .startsWith("orders-payments: cancelled in 2.9s")
        .contains("  still buffered                2                 0");
  }

  private static RunSummary settlement(Outcome outcome, FakeMetrics metrics) {
    return RunSummary.of(
        Counted.spec(), outcome, CounterTotals.of(metrics), Duration.ofMillis(2_940));
  }
}
