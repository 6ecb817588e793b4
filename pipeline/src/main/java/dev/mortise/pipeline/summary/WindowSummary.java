package dev.mortise.pipeline.summary;

import dev.mortise.pipeline.spec.NamedWindow;
import dev.mortise.pipeline.window.WindowCounters;

/**
 * What became of the rows of one window.
 *
 * @param name the window's name
 * @param over what it is over, as the spec calls it
 * @param rows all rows that it is over
 * @param tooLate those of them that are in no result: they came when all their windows were over
 * @param panes results
 * @param latePanes those of them that are corrections for rows that came late
 */
public record WindowSummary(
    String name, String over, long rows, long tooLate, long panes, long latePanes) {

  static WindowSummary of(NamedWindow window, CounterTotals counters) {
    String name = window.name();
    return new WindowSummary(
        name,
        window.overName(),
        counters.get(WindowCounters.NAMESPACE, WindowCounters.rows(name)),
        counters.get(WindowCounters.NAMESPACE, WindowCounters.tooLateRows(name)),
        counters.get(WindowCounters.NAMESPACE, WindowCounters.panes(name)),
        counters.get(WindowCounters.NAMESPACE, WindowCounters.latePanes(name)));
  }
}
