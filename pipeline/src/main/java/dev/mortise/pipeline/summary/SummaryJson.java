package dev.mortise.pipeline.summary;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** A summary as one JSON object, for scripts. Its names are documented in {@code docs/cli.md}. */
public final class SummaryJson {
  private SummaryJson() {}

  /** The object, on one line. */
  public static String line(RunSummary summary) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", summary.name());
    json.put("status", summary.outcome().name().toLowerCase(Locale.ROOT));
    json.put("elapsed_ms", summary.elapsed().toMillis());
    ObjectNode inputs = json.putObject("inputs");
    summary.inputs().forEach(input -> put(inputs.putObject(input.name()), input, summary.whole()));
    json.put("stray_dead_letters", summary.strayDeadLetters());
    json.put("pairs", summary.pairs());
    json.putNull("gap_ms");
    summary.gap().ifPresent(gap -> put(json.putObject("gap_ms"), gap));
    ObjectNode windows = json.putObject("windows");
    summary.windows().forEach(window -> put(windows.putObject(window.name()), window));
    if (summary.whole()) {
      json.put("accounted_for", summary.unaccounted().isEmpty());
    } else {
      json.putNull("accounted_for");
    }
    return json.toString();
  }

  private static void put(ObjectNode json, InputSummary input, boolean whole) {
    json.put("side", input.side().name().toLowerCase(Locale.ROOT));
    json.put("rows_read", input.rowsRead());
    json.put("matched_rows", input.matched());
    json.put("late_matched_rows", input.lateMatched());
    json.put("unmatched_rows", input.unmatched());
    json.put("late_rows", input.late());
    json.put("null_key_rows", input.nullKey());
    json.put("dead_letters", input.deadLetters());
    json.putNull("rows_buffered");
    json.putNull("match_rate");
    if (whole) {
      json.put("rows_buffered", input.buffered());
      input.matchRate().ifPresent(rate -> json.put("match_rate", rounded(rate)));
    }
  }

  private static void put(ObjectNode json, GapSummary gap) {
    json.put("min", gap.min());
    json.put("p50", gap.p50());
    json.put("p90", gap.p90());
    json.put("p99", gap.p99());
    json.put("max", gap.max());
  }

  private static void put(ObjectNode json, WindowSummary window) {
    json.put("over", window.over());
    json.put("rows", window.rows());
    json.put("too_late_rows", window.tooLate());
    json.put("panes", window.panes());
    json.put("late_panes", window.latePanes());
  }

  private static BigDecimal rounded(double rate) {
    return BigDecimal.valueOf(rate).setScale(6, RoundingMode.HALF_EVEN).stripTrailingZeros();
  }
}
