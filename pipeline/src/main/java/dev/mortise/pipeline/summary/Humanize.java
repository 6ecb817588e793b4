package dev.mortise.pipeline.summary;

import dev.mortise.pipeline.spec.Durations;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as people read them. */
public final class Humanize {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private Humanize() {}

  /** {@code 1,234,567}. */
  public static String count(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  /** {@code 75.0%}; a dash where there is no rate. */
  public static String rate(OptionalDouble rate) {
    return rate.isPresent() ? String.format(Locale.ROOT, "%.1f%%", 100 * rate.getAsDouble()) : "-";
  }

  /** To what a reader cares for: tenths of a second below a minute, seconds above. */
  public static String elapsed(Duration elapsed) {
    if (elapsed.compareTo(MINUTE) < 0) {
      return String.format(Locale.ROOT, "%.1fs", elapsed.toMillis() / 1000.0);
    }
    return Durations.format(
        org.joda.time.Duration.standardSeconds(elapsed.plusMillis(500).toSeconds()));
  }
}
