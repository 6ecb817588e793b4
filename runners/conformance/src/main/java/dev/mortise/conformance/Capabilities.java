package dev.mortise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * What each runner can do. A test that passed says what it proved; what no test proves must be a
 * gap with a reason, in {@code gaps.json}.
 */
public final class Capabilities {
  /** Relative to the module whose tests run. */
  static final Path RESULTS = Path.of("target", "capabilities");

  private Capabilities() {}

  /** To be called at the end of a test that shows that {@code feature} works in {@code mode}. */
  public static void proven(Mode mode, Feature feature) {
    try {
      Files.createDirectories(RESULTS);
      Files.writeString(RESULTS.resolve(file(mode, feature)), "proven\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes back what an earlier run of the tests has proved. */
  static void disproven(Mode mode, Feature feature) {
    try {
      Files.deleteIfExists(RESULTS.resolve(file(mode, feature)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a test of the module with the given folder has proved it. */
  static boolean isProven(Path module, Mode mode, Feature feature) {
    return Files.exists(module.resolve(RESULTS).resolve(file(mode, feature)));
  }

  private static String file(Mode mode, Feature feature) {
    return (mode.name() + "." + feature.name()).toLowerCase(Locale.ROOT);
  }

  /** Why {@code feature} does not work in {@code mode}; empty if it does. */
  public static Optional<String> gap(Mode mode, Feature feature) {
    try (InputStream json = Capabilities.class.getResourceAsStream("gaps.json")) {
      for (JsonNode gap : new ObjectMapper().readTree(json)) {
        if (names(gap.get("features"), feature.name()) && names(gap.get("modes"), mode.name())) {
          return Optional.of(gap.get("reason").asText());
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean names(JsonNode names, String name) {
    for (JsonNode each : names) {
      if (each.asText().equals(name)) {
        return true;
      }
    }
    return false;
  }
}
