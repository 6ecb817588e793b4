package dev.mortise.bench.race;

import dev.mortise.bench.Outcome;
import dev.mortise.bench.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Tables in Markdown: a workload's figures, each as the median of all rounds and its spread. */
final class Report {
  private static final double MEGABYTE = 1 << 20;

  private Report() {}

  /**
   * A table of one workload at one size.
   *
   * @param base the entrant that ratios are taken to, in the same round
   */
  static String table(Workload workload, List<Round> rounds, Entrant base) {
    StringBuilder text = new StringBuilder();
    Outcome any = rounds.get(0).outcomes().values().iterator().next();
    text.append(
        String.format(
            Locale.ROOT,
            "%n**%s**: %,d rows, %,d pairs%s%n%n",
            workload.name(),
            workload.rows(),
            any.pairs(),
            workload.outer()
                ? String.format(Locale.ROOT, ", %,d unmatched", any.unmatched())
                : ""));
    text.append("| contender | ratio to " + base.name() + " | rows/s | CPU s per million rows")
        .append(" | heap alive, MiB | checkpoint, MiB |\n|---|---|---:|---:|---:|---:|\n");
    for (Entrant entrant : rounds.get(0).outcomes().keySet()) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %,.0f | %s | %.0f | %s |%n",
              entrant.name(),
              entrant.equals(base) ? "1" : ratio(rounds, entrant, base).text("%.2f"),
              of(rounds, entrant, Outcome::rowsPerSecond).median(),
              of(rounds, entrant, Outcome::cpuSecondsPerMillionRows).text("%.1f"),
              of(rounds, entrant, Outcome::peakHeapBytes).median() / MEGABYTE,
              checkpoint(of(rounds, entrant, Outcome::checkpointBytes).median())));
    }
    return text.toString();
  }

  private static String checkpoint(double bytes) {
    return bytes == 0 ? "" : String.format(Locale.ROOT, "%.1f", bytes / MEGABYTE);
  }

  /** How many times the base's rows a second the entrant does, round by round. */
  static Stats ratio(List<Round> rounds, Entrant entrant, Entrant base) {
    List<Double> ratios = new ArrayList<>();
    for (Round round : rounds) {
      Outcome own = round.outcomes().get(entrant);
      Outcome other = round.outcomes().get(base);
      if (own != null && other != null) {
        ratios.add(own.rowsPerSecond() / other.rowsPerSecond());
      }
    }
    return Stats.of(ratios);
  }

  private static Stats of(List<Round> rounds, Entrant entrant, ToDoubleFunction<Outcome> figure) {
    List<Double> figures = new ArrayList<>();
    for (Round round : rounds) {
      Outcome outcome = round.outcomes().get(entrant);
      if (outcome != null) {
        figures.add(figure.applyAsDouble(outcome));
      }
    }
    return Stats.of(figures);
  }
}
