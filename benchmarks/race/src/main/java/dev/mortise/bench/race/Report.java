package dev.mortise.bench.race;

import dev.mortise.bench.Outcome;
import dev.mortise.bench.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Tables in Markdown of one workload at one size: each figure as the median of all rounds, with the
 * least and the most of them where they differ.
 */
final class Report {
  private static final double MEGABYTE = 1 << 20;
  private static final double SECOND = 1000;
  private static final String NONE = "";

  private final Workload workload;
  private final List<Round> rounds;
  private final List<Entrant> entrants;

  Report(Workload workload, List<Round> rounds) {
    this.workload = workload;
    this.rounds = rounds;
    // In the order of the list, whether they ended or not.
    this.entrants =
        Entrant.ALL.stream()
            .filter(entrant -> rounds.stream().anyMatch(round -> round.has(entrant)))
            .toList();
  }

  String table() {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%n**%s**: %,d rows", workload.name(), workload.rows()));
    rounds.stream()
        .flatMap(round -> round.joined().stream())
        .findFirst()
        .ifPresent(joined -> text.append(found(joined)));
    text.append(
            String.format(Locale.ROOT, "; %,d rows wait for partners%n%n", workload.waitingRows()))
        .append("| contender | times as fast as | rows/s | CPU s per million rows | start, s")
        .append(
            " | heap after a collection, MiB | checkpoint, MiB | its bytes per waiting row | it took, s |\n")
        .append("|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for (Entrant entrant : entrants) {
      text.append(row(entrant));
    }
    return text.toString();
  }

  private String found(Outcome joined) {
    return String.format(Locale.ROOT, ", %,d pairs", joined.pairs())
        + (workload.outer()
            ? String.format(Locale.ROOT, ", %,d unmatched", joined.unmatched())
            : "");
  }

  private String row(Entrant entrant) {
    if (of(entrant, Outcome::rowsPerSecond).isEmpty()) {
      return String.format("| %s | | %s | | | | | | |%n", entrant.name(), why(entrant));
    }
    double checkpoint = median(entrant, outcome -> outcome.checkpoints().largestBytes());
    boolean some = checkpoint > 0;
    double heap = median(entrant, Outcome::peakHeapBytes);
    return String.format(
        Locale.ROOT,
        "| %s | %s | %,.0f | %s | %.1f | %s | %s | %s | %s |%n",
        entrant.name(),
        ratio(entrant),
        median(entrant, Outcome::rowsPerSecond),
        of(entrant, Outcome::cpuSecondsPerMillionRows).orElseThrow().text("%.1f"),
        median(entrant, Outcome::startMillis) / SECOND,
        heap > 0 ? number("%.0f", heap / MEGABYTE) : NONE,
        some ? number("%.1f", checkpoint / MEGABYTE) : NONE,
        some ? number("%.0f", checkpoint / workload.waitingRows()) : NONE,
        some
            ? number(
                "%.2f", median(entrant, outcome -> outcome.checkpoints().medianMillis()) / SECOND)
            : NONE);
  }

  private static String number(String format, double figure) {
    return String.format(Locale.ROOT, format, figure);
  }

  private String why(Entrant entrant) {
    return rounds.stream()
        .map(round -> round.missing().get(entrant))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(NONE);
  }

  /** To the peer of its group, as {@code 1.21 (1.18 to 1.30) the peer}; nothing without one. */
  private String ratio(Entrant entrant) {
    Optional<Entrant> base = Entrant.peer(entrants, entrant.group());
    if (base.isEmpty() || of(base.get(), Outcome::rowsPerSecond).isEmpty()) {
      return NONE;
    }
    return base.get().equals(entrant)
        ? "1"
        : ratio(entrant, base.get())
            .map(stats -> stats.text("%.2f") + " " + base.get().name())
            .orElse(NONE);
  }

  /** How many times the base's rows a second the entrant does, round by round. */
  private Optional<Stats> ratio(Entrant entrant, Entrant base) {
    List<Double> ratios = new ArrayList<>();
    for (Round round : rounds) {
      Outcome own = round.outcomes().get(entrant);
      Outcome other = round.outcomes().get(base);
      if (own != null && other != null) {
        ratios.add(own.rowsPerSecond() / other.rowsPerSecond());
      }
    }
    return ratios.isEmpty() ? Optional.empty() : Optional.of(Stats.of(ratios));
  }

  private double median(Entrant entrant, ToDoubleFunction<Outcome> figure) {
    return of(entrant, figure).orElseThrow().median();
  }

  private Optional<Stats> of(Entrant entrant, ToDoubleFunction<Outcome> figure) {
    double[] figures =
        rounds.stream()
            .map(round -> round.outcomes().get(entrant))
            .filter(Objects::nonNull)
            .mapToDouble(figure)
            .toArray();
    return figures.length == 0
        ? Optional.empty()
        : Optional.of(Stats.of(java.util.Arrays.stream(figures).boxed().toList()));
  }
}
