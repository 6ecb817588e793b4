package dev.mortise.bench.race;

import dev.mortise.bench.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;

/** What each entrant did in one round; the ratios are taken within it. */
final class Round {
  private final Map<Entrant, Outcome> outcomes = new LinkedHashMap<>();

  void add(Entrant entrant, Outcome outcome) {
    outcomes.put(entrant, outcome);
  }

  Map<Entrant, Outcome> outcomes() {
    return outcomes;
  }

  /** The entrants that found something else than the first one did. */
  String disagreement(boolean outer) {
    StringBuilder text = new StringBuilder();
    Map.Entry<Entrant, Outcome> first = null;
    for (Map.Entry<Entrant, Outcome> entry : outcomes.entrySet()) {
      if (first == null) {
        first = entry;
      } else if (!entry.getValue().agreesWith(first.getValue())) {
        text.append(
            String.format(
                "%s found %s, but %s found %s%n",
                first.getKey().name(),
                found(first.getValue(), outer),
                entry.getKey().name(),
                found(entry.getValue(), outer)));
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
