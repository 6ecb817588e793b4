package dev.mortise.conformance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The table of what works where, as the tests have shown it. */
public final class CapabilityTable {
  private final Path runners;

  /**
   * The table of what the tests of the modules in a folder have shown.
   *
   * @param runners the folder of the modules {@code direct}, {@code flink} and {@code spark}
   */
  public CapabilityTable(Path runners) {
    this.runners = runners;
  }

  /**
   * What the tests and the list of gaps do not agree on, for people: features that no test has
   * shown and that are no gap, and gaps that a test has closed. Empty if they agree.
   */
  public List<String> disagreements() {
    List<String> disagreements = new ArrayList<>();
    for (Feature feature : Feature.values()) {
      for (Mode mode : Mode.values()) {
        boolean proven = isProven(mode, feature);
        boolean gap = Capabilities.gap(mode, feature).isPresent();
        if (!proven && !gap) {
          disagreements.add(
              String.format(
                  "%s, %s: no test that passed has shown it. Run mvn verify, or name the gap and its"
                      + " reason in gaps.json.",
                  mode, feature.label()));
        } else if (proven && gap) {
          disagreements.add(
              String.format(
                  "%s, %s: a test has shown it, but gaps.json calls it a gap. Take it out there.",
                  mode, feature.label()));
        }
      }
    }
    return disagreements;
  }

  private boolean isProven(Mode mode, Feature feature) {
    return Capabilities.isProven(
        runners.resolve(mode.runner().toLowerCase(Locale.ROOT)), mode, feature);
  }

  /** The table in Markdown, with the reasons of its gaps below. */
  public String markdown() {
    List<String> reasons = new ArrayList<>();
    StringBuilder table = new StringBuilder("|");
    for (Mode mode : Mode.values()) {
      table.append(" | ").append(mode);
    }
    table.append(" |\n|---").append("|---".repeat(Mode.values().length)).append("|\n");
    for (Feature feature : Feature.values()) {
      table.append("| ").append(feature.label());
      for (Mode mode : Mode.values()) {
        table.append(" | ").append(cell(mode, feature, reasons));
      }
      table.append(" |\n");
    }
    for (int i = 0; i < reasons.size(); i++) {
      table.append(i == 0 ? "\n" : "").append(i + 1).append(". ").append(reasons.get(i));
      table.append('\n');
    }
    return table.toString();
  }

  private String cell(Mode mode, Feature feature, List<String> reasons) {
    Optional<String> gap = Capabilities.gap(mode, feature);
    if (gap.isEmpty()) {
      return isProven(mode, feature) ? "yes" : "not shown";
    }
    if (!reasons.contains(gap.get())) {
      reasons.add(gap.get());
    }
    return "no (" + (reasons.indexOf(gap.get()) + 1) + ")";
  }
}
