package dev.mortise.conformance;

import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;

/** Which features a mode has shown, over many tests: one that fails takes all of its features. */
final class Verdicts {
  private final Map<Feature, Boolean> holds = new EnumMap<>(Feature.class);
  private final Mode mode;

  Verdicts(Mode mode) {
    this.mode = mode;
  }

  /** A test's body. */
  interface Body {
    void run() throws IOException;
  }

  /** Runs a test of {@code features}, unless one of them is a gap, whose reason is then told. */
  void test(Set<Feature> features, Body body) throws IOException {
    for (Feature feature : features) {
      Capabilities.gap(mode, feature)
          .ifPresent(
              reason -> {
                System.out.printf("%s, %s: not run. %s%n", mode, feature.label(), reason);
                Assumptions.abort(reason);
              });
    }
    boolean passed = false;
    try {
      body.run();
      passed = true;
    } finally {
      for (Feature feature : features) {
        holds.merge(feature, passed, Boolean::logicalAnd);
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
  }

  static Set<Feature> of(Feature first, Feature... others) {
    return EnumSet.of(first, others);
  }
}
