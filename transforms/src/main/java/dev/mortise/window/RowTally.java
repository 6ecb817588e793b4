package dev.mortise.window;

import java.io.Serializable;
import org.joda.time.Instant;

/** Counts of one bundle: a counter for each row would cost more than the row. */
final class RowTally implements Serializable {
  private static final long serialVersionUID = 1L;

  private final WindowMetrics metrics = new WindowMetrics();
  private long rows;
  long tooLate;
  long missed;

  /**
   * Counts a row.
   *
   * @throws IllegalArgumentException if it lies so close to the end of Beam's time that its window
   *     would never end
   */
  void row(WindowSpec windows, Instant time) {
    if (!windows.endsInTime(time)) {
      throw new IllegalArgumentException(
          String.format(
              "WindowedAggregate: a window must end by %s, the end of Beam's global window, but a"
                  + " row is at %s and its window is %s.",
              Instant.ofEpochMilli(AlignedWindows.END_OF_TIME), time, windows));
    }
    rows++;
  }

  /** Hands over what was counted since the last call. */
  void flush() {
    metrics.add(WindowMetrics.ROWS, rows);
    metrics.add(WindowMetrics.TOO_LATE_ROWS, tooLate);
    metrics.add(WindowMetrics.WINDOWS_MISSED, missed);
    rows = 0;
    tooLate = 0;
    missed = 0;
  }
}
