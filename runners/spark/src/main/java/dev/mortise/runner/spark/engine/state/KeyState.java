package dev.mortise.runner.spark.engine.state;

import java.util.List;
import java.util.Map;
import org.apache.beam.runners.core.TimerInternals.TimerData;
import org.apache.beam.sdk.state.TimeDomain;

/**
 * All that a step keeps for one key. Never changed.
 *
 * @param cells its state
 * @param timers its timers, in no order
 * @param nextEvent when the earliest event-time timer is due, {@link #NONE} without one
 * @param nextProcessing the same for processing time
 * @param hold the earliest time that the step's output watermark must wait for, or {@link #NONE}
 */
record KeyState(
    Map<CellId, Cell> cells,
    List<TimerData> timers,
    long nextEvent,
    long nextProcessing,
    long hold) {
  /** No time. */
  static final long NONE = Long.MAX_VALUE;

  static final KeyState EMPTY = new KeyState(Map.of(), List.of(), NONE, NONE, NONE);

  static KeyState of(Map<CellId, Cell> cells, List<TimerData> timers, boolean timersHold) {
    long nextEvent = NONE;
    long nextProcessing = NONE;
    long hold = NONE;
    for (TimerData timer : timers) {
      long time = timer.getTimestamp().getMillis();
      if (timer.getDomain() == TimeDomain.EVENT_TIME) {
        nextEvent = Math.min(nextEvent, time);
      } else {
        nextProcessing = Math.min(nextProcessing, time);
      }
      if (timersHold) {
        hold = Math.min(hold, timer.getOutputTimestamp().getMillis());
      }
    }
    for (Cell cell : cells.values()) {
      if (cell instanceof Cell.Hold held) {
        hold = Math.min(hold, held.time().getMillis());
      }
    }
    return new KeyState(cells, timers, nextEvent, nextProcessing, hold);
  }

  boolean isEmpty() {
    return cells.isEmpty() && timers.isEmpty();
  }
}
