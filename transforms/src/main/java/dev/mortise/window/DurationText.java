package dev.mortise.window;

import org.joda.time.Duration;

/** Durations as a user writes them: {@code 1h30m}. */
final class DurationText {
  private static final String[] NAMES = {"d", "h", "m", "s", "ms"};
  private static final long[] MILLIS = {86_400_000L, 3_600_000L, 60_000L, 1_000L, 1L};

  private DurationText() {}

  /** A duration that is not negative, in units from days to milliseconds. */
  static String of(Duration duration) {
    StringBuilder text = new StringBuilder();
    long rest = duration.getMillis();
    for (int i = 0; i < NAMES.length; i++) {
      if (rest >= MILLIS[i]) {
        text.append(rest / MILLIS[i]).append(NAMES[i]);
        rest %= MILLIS[i];
      }
    }
    return text.isEmpty() ? "0s" : text.toString();
  }
}
