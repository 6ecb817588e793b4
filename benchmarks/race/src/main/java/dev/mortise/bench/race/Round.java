package dev.mortise.bench.race;

import dev.mortise.bench.Outcome;
import dev.mortise.bench.Workload;
import dev.mortise.bench.race.Entrant.Trait;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What each entrant did in one round; the ratios are taken within it. */
final class Round {
  private final Map<Entrant, Outcome> outcomes = new LinkedHashMap<>();
  private final Map<Entrant, String> missing = new LinkedHashMap<>();

  void add(Entrant entrant, Outcome outcome) {
    outcomes.put(entrant, outcome);
  }

  /** Adds one that did not end well; says why in a word or two. */
  void addMissing(Entrant entrant, String why) {
    missing.put(entrant, why);
  }

  Map<Entrant, String> missing() {
    return missing;
  }

  Map<Entrant, Outcome> outcomes() {
    return outcomes;
  }

  /** Whether it took part, whether it ended well or not. */
  boolean has(Entrant entrant) {
    return outcomes.containsKey(entrant) || missing.containsKey(entrant);
  }

  /** What the first join of the round found; none, if none ended. */
  Optional<Outcome> joined() {
    return joins().map(Map.Entry::getValue).findFirst();
  }

  private Stream<Map.Entry<Entrant, Outcome>> joins() {
    return outcomes.entrySet().stream().filter(entry -> !entry.getKey().is(Trait.FLOOR));
  }

  /** The entrants that found something else than the first one did. */
  String disagreement(Workload workload) {
    StringBuilder text = new StringBuilder();
    List<Map.Entry<Entrant, Outcome>> all = joins().toList();
    for (Map.Entry<Entrant, Outcome> entry : all) {
      if (!entry.getValue().agreesWith(all.get(0).getValue())) {
        text.append(
            String.format(
                "%s found %s, but %s found %s%n",
                all.get(0).getKey().name(),
                found(all.get(0).getValue(), workload.outer()),
                entry.getKey().name(),
                found(entry.getValue(), workload.outer())));
      }
    }
    for (Map.Entry<Entrant, Outcome> entry : outcomes.entrySet()) {
      if (entry.getKey().is(Trait.FLOOR) && entry.getValue().pairs() != workload.rows()) {
        text.append(
            String.format(
                "%s saw %d of %d rows%n",
                entry.getKey().name(), entry.getValue().pairs(), workload.rows()));
      }
    }
    return text.toString();
  }

  private static String found(Outcome outcome, boolean outer) {
    return outcome.pairs()
        + " pairs"
        + (outer ? " and " + outcome.unmatched() + " unmatched rows" : "")
        + (outcome.late() > 0 ? " and " + outcome.late() + " late rows" : "")
        + " (checksum "
        + Long.toHexString(outcome.checksum())
        + ")";
  }
}
