package dev.mortise.pipeline.window;

import dev.mortise.metric.NamedCounters;
import dev.mortise.pipeline.spec.Names;
import java.io.Serializable;

/**
 * The counters of a window: {@code <window>_rows} counts every row that the window is over, {@code
 * <window>_too_late_rows} those of them that came when all their windows were over, {@code
 * <window>_panes} results, and {@code <window>_late_panes} those of them that are corrections.
 * Their names are a contract with dashboards.
 */
public final class WindowCounters implements Serializable {
  private static final long serialVersionUID = 1L;

  public static final String NAMESPACE = "windows";

  private final NamedCounters counters = new NamedCounters(NAMESPACE);
  private final String rows;
  private final String tooLateRows;
  private final String panes;
  private final String latePanes;

  /** Counters of the window of that name. */
  public WindowCounters(String window) {
    this.rows = rows(window);
    this.tooLateRows = tooLateRows(window);
    this.panes = panes(window);
    this.latePanes = latePanes(window);
  }

  /** The name of the counter of all rows. */
  public static String rows(String window) {
    return Names.inCounters(window) + "_rows";
  }

  /** The name of the counter of rows that came too late. */
  public static String tooLateRows(String window) {
    return Names.inCounters(window) + "_too_late_rows";
  }

  /** The name of the counter of results. */
  public static String panes(String window) {
    return Names.inCounters(window) + "_panes";
  }

  /** The name of the counter of corrections. */
  public static String latePanes(String window) {
    return Names.inCounters(window) + "_late_panes";
  }

  void row() {
    counters.add(rows, 1);
  }

  /** Counts a row that came too late. */
  public void tooLate() {
    counters.add(tooLateRows, 1);
  }

  /** Counts a result. */
  public void pane(boolean late) {
    counters.add(panes, 1);
    if (late) {
      counters.add(latePanes, 1);
    }
  }
}
