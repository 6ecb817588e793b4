package dev.mortise.pipeline.summary;

import dev.mortise.pipeline.spec.Durations;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as people read them. */
public final class Humanize {
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
  private static final Duration DAY = Duration.ofDays(1);
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

  /**
   * A length of event time: exact below ten seconds; above, to the tenth of a second, the second or
   * the minute, whichever a reader can still make something of.
   */
  public static String millis(long millis) {
    Duration exact = Duration.ofMillis(Math.abs(millis));
    if (exact.compareTo(TEN_SECONDS) < 0) {
      return Durations.format(org.joda.time.Duration.millis(millis));
    }
    String sign = millis < 0 ? "-" : "";
    if (exact.compareTo(MINUTE) < 0 && exact.toMillis() % 1000 != 0) {
      return sign + elapsed(exact);
    }
    long unit = exact.compareTo(DAY) < 0 ? 1000 : 60_000;
    long rounded = (exact.toMillis() + unit / 2) / unit * unit;
    return sign + Durations.format(org.joda.time.Duration.millis(rounded));
  }
}
