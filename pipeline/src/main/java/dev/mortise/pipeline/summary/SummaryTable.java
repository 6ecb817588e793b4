package dev.mortise.pipeline.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A summary as a table of text, for people. */
public final class SummaryTable {
  private final List<String> labels = new ArrayList<>();
  private final List<String> lefts = new ArrayList<>();
  private final List<String> rights = new ArrayList<>();

  private SummaryTable() {}

  /** The lines of the table. */
  public static List<String> lines(RunSummary summary) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            "%s: %s in %s%s",
            summary.name(),
            summary.outcome().name().toLowerCase(Locale.ROOT),
            Humanize.elapsed(summary.elapsed()),
            summary.whole() ? "" : ", gone on from saved state: counted since then"));
    lines.add("");
    lines.addAll(rows(summary));
    if (summary.strayDeadLetters() > 0) {
      lines.add(
          "  and dead letters of neither input: " + Humanize.count(summary.strayDeadLetters()));
    }
    lines.add("");
    lines.add("  pairs  " + Humanize.count(summary.pairs()));
    summary
        .gap()
        .ifPresent(
            gap ->
                lines.add(
                    String.format(
                        "  gap    p50 %s, p90 %s, p99 %s (event time of %s minus %s)",
                        Humanize.millis(gap.p50()),
                        Humanize.millis(gap.p90()),
                        Humanize.millis(gap.p99()),
                        summary.right().name(),
                        summary.left().name())));
    lines.addAll(windows(summary.windows()));
    if (!summary.unaccounted().isEmpty()) {
      lines.add("");
      summary.unaccounted().forEach(line -> lines.add("  not accounted for: " + line));
    }
    return lines;
  }

  private static List<String> rows(RunSummary summary) {
    SummaryTable table = new SummaryTable();
    table.row(summary, "", SummaryTable::heading);
    table.row(summary, "rows read", in -> Humanize.count(in.rowsRead()));
    table.row(summary, "matched", in -> Humanize.count(in.matched()));
    if (summary.whole()) {
      table.row(summary, "match rate", in -> Humanize.rate(in.matchRate()));
    }
    table.row(summary, "late but matched", in -> Humanize.count(in.lateMatched()));
    table.row(summary, "unmatched", in -> Humanize.count(in.unmatched()));
    table.row(summary, "late", in -> Humanize.count(in.late()));
    table.row(summary, "null key", in -> Humanize.count(in.nullKey()));
    table.row(summary, "dead letters", in -> Humanize.count(in.deadLetters()));
    if (summary.whole() && summary.inputs().stream().anyMatch(in -> in.buffered() != 0)) {
      table.row(summary, "still buffered", in -> Humanize.count(in.buffered()));
    }
    return table.aligned();
  }

  /** A table of its own: a line for each window, a column for each number. */
  private static List<String> windows(List<WindowSummary> windows) {
    if (windows.isEmpty()) {
      return List.of();
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("window", "over", "rows", "too late", "results", "corrections"));
    for (WindowSummary window : windows) {
      rows.add(
          List.of(
              window.name(),
              window.over(),
              Humanize.count(window.rows()),
              Humanize.count(window.tooLate()),
              Humanize.count(window.panes()),
              Humanize.count(window.latePanes())));
    }
    StringBuilder format = new StringBuilder();
    for (int column = 0; column < rows.get(0).size(); column++) {
      int at = column;
      int width = width(rows.stream().map(row -> row.get(at)).toList());
      format.append(column < 2 ? "  %-" : "  %").append(width).append('s');
    }
    List<String> lines = new ArrayList<>(List.of(""));
    rows.forEach(row -> lines.add(String.format(format.toString(), row.toArray())));
    return lines;
  }

  private static String heading(InputSummary input) {
    return input.name() + " (" + input.side().name().toLowerCase(Locale.ROOT) + ")";
  }

  private void row(RunSummary summary, String label, Function<InputSummary, String> cell) {
    labels.add(label);
    lefts.add(cell.apply(summary.left()));
    rights.add(cell.apply(summary.right()));
  }

  private List<String> aligned() {
    String format = "  %-" + width(labels) + "s  %" + width(lefts) + "s  %" + width(rights) + "s";
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      lines.add(String.format(format, labels.get(i), lefts.get(i), rights.get(i)));
    }
    return lines;
  }

  private static int width(List<String> cells) {
    return cells.stream().mapToInt(String::length).max().orElse(1);
  }
}
