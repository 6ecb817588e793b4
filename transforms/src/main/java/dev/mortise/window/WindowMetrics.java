package dev.mortise.window;

import dev.mortise.metric.NamedCounters;
import java.io.Serializable;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The counters of windowed aggregates. Their names are a contract with dashboards: never renamed,
 * never reused for something else. {@code rows} is all rows; those of them in {@code too_late_rows}
 * are in no window, all others in at least one.
 */
public final class WindowMetrics implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The namespace of all counters. */
  public static final String NAMESPACE = "windowed_aggregate";

  /** Rows that came. */
  public static final String ROWS = "rows";

  /** Rows that came when all their windows had expired. */
  public static final String TOO_LATE_ROWS = "too_late_rows";

  /** Expired windows of rows that came in time for another of their windows. */
  public static final String WINDOWS_MISSED = "windows_missed";

  private static final String PANES = "panes_";

  private final NamedCounters counters = new NamedCounters(NAMESPACE);

  WindowMetrics() {}

  /** The name of the counter of panes of a timing, for instance {@code panes_on_time}. */
  public static String panes(Timing timing) {
    return PANES + timing.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The names of all counters that an aggregate can have; one that is still zero may be missing.
   */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>(Set.of(ROWS, TOO_LATE_ROWS, WINDOWS_MISSED));
    for (Timing timing : Timing.values()) {
      names.add(panes(timing));
    }
    return names;
  }

  void add(String name, long amount) {
    counters.add(name, amount);
  }
}
