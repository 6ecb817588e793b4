package dev.mortise.pipeline.summary;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as people read them. */
public final class Humanize {
  private static final long SECOND = 1_000L;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private Humanize() {}

  /** {@code 1,234,567}. */
  public static String count(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  /** {@code 75.0%}; a dash where there is no rate. */
  public static String rate(OptionalDouble rate) {
    return rate.isPresent() ? String.format(Locale.ROOT, "%.1f%%", 100 * rate.getAsDouble()) : "-";
  }

  /** Exact: {@code 250ms}, {@code 1.5s}, {@code 2m}, {@code 1m30s}, {@code -1d2h}. */
  public static String millis(long millis) {
    if (millis == 0) {
      return "0s";
    }
    if (millis == Long.MIN_VALUE) {
      return millis + "ms";
    }
    String sign = millis < 0 ? "-" : "";
    long rest = Math.abs(millis);
    if (rest < SECOND) {
      return sign + rest + "ms";
    }
    StringBuilder text = new StringBuilder(sign);
    rest = unit(text, rest, DAY, "d");
    rest = unit(text, rest, HOUR, "h");
    rest = unit(text, rest, MINUTE, "m");
    if (rest > 0) {
      text.append(BigDecimal.valueOf(rest, 3).stripTrailingZeros().toPlainString()).append('s');
    }
    return text.toString();
  }

  /** To what a reader cares for: tenths of a second below a minute, seconds above. */
  public static String elapsed(Duration elapsed) {
    long step = elapsed.toMillis() < MINUTE ? SECOND / 10 : SECOND;
    return millis((elapsed.toMillis() + step / 2) / step * step);
  }

  private static long unit(StringBuilder text, long millis, long unit, String name) {
    if (millis >= unit) {
      text.append(millis / unit).append(name);
    }
    return millis % unit;
  }
}
