package dev.mortise.conformance;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;

/** Which features a mode has shown, over many tests: one that fails takes all of its features. */
final class Verdicts {
  /** Whether a line is printed for each test. */
  private static final boolean VERBOSE = Boolean.getBoolean("conformance.verbose");

  private final Map<Feature, Boolean> holds = new EnumMap<>(Feature.class);
  private final Map<String, Tally> tallies = new TreeMap<>();
  private final Mode mode;

  Verdicts(Mode mode) {
    this.mode = mode;
  }

  /** A test's body. */
  interface Body {
    /** Returns the number of records that the run has read, as the right answer has it. */
    long run() throws IOException;
  }

  /**
   * Runs a test of {@code features}, unless one of them is a gap, whose reason is then told.
   *
   * @param kind what it is summed up under
   */
  void test(String kind, String name, Set<Feature> features, Body body) throws IOException {
    for (Feature feature : features) {
      Capabilities.gap(mode, feature)
          .ifPresent(
              reason -> {
                System.out.printf("%s, %s: not run. %s%n", mode, feature.label(), reason);
                Assumptions.abort(reason);
              });
    }
    boolean passed = false;
    long records = 0;
    long start = System.nanoTime();
    try {
      records = body.run();
      passed = true;
    } catch (AssertionError e) {
      if (VERBOSE) {
        System.out.println(e.getMessage());
      }
      throw e;
    } finally {
      for (Feature feature : features) {
        holds.merge(feature, passed, Boolean::logicalAnd);
      }
      long millis = (System.nanoTime() - start) / 1_000_000;
      tallies.merge(kind, new Tally(1, passed ? 0 : 1, records, millis), Tally::plus);
      if (VERBOSE) {
        System.out.printf("%s: %s, %d ms: %s%n", mode, passed ? "passed" : "FAILED", millis, name);
      }
    }
  }

  /** To be called when all tests are over. */
  void record() {
    holds.forEach(
        (feature, passed) -> {
          if (passed) {
            Capabilities.proven(mode, feature);
          } else {
            Capabilities.disproven(mode, feature);
          }
        });
    Tally.write(mode, tallies);
  }
}
