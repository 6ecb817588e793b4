package dev.mortise.runner.spark.engine.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.beam.runners.core.StateNamespace;
import org.apache.beam.runners.core.TimerInternals;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The timers of the key that is being worked on, and the times that its step sees. A timer fires
 * when its time has been passed, as everywhere in Beam: not when it is reached.
 */
public final class KeyTimers implements TimerInternals {
  private record Name(StateNamespace namespace, String family, String id) {}

  private List<TimerData> before = List.of();
  private final Map<Name, TimerData> timers = new HashMap<>();
  private final TreeSet<TimerData> byEventTime = new TreeSet<>();
  private final TreeSet<TimerData> byProcessingTime = new TreeSet<>();
  private final Set<Name> firedAtEnd = new HashSet<>();
  private boolean opened;
  private boolean changed;

  private Instant inputWatermark = BoundedWindow.TIMESTAMP_MIN_VALUE;
  private Instant outputWatermark = BoundedWindow.TIMESTAMP_MIN_VALUE;
  private Instant processingTime = BoundedWindow.TIMESTAMP_MIN_VALUE;

  /** Takes up the timers of a key. */
  void open(List<TimerData> of) {
    before = of;
    timers.clear();
    byEventTime.clear();
    byProcessingTime.clear();
    firedAtEnd.clear();
    opened = false;
    changed = false;
  }

  /** What the step sees from now on. */
  public void setTimes(Instant input, Instant output, Instant processing) {
    inputWatermark = input;
    outputWatermark = output;
    processingTime = processing;
  }

  boolean isChanged() {
    return changed;
  }

  List<TimerData> snapshot() {
    return changed ? List.copyOf(timers.values()) : before;
  }

  /** Takes the earliest event-time timer that the input watermark has passed, if there is one. */
  public @Nullable TimerData pollEventTimer() {
    ensureOpen();
    return poll(byEventTime, inputWatermark);
  }

  /** The same for processing time. */
  public @Nullable TimerData pollProcessingTimer() {
    ensureOpen();
    return poll(byProcessingTime, processingTime);
  }

  /** Takes the earliest processing-time timer that has not fired yet in this way. */
  public @Nullable TimerData pollProcessingTimerAtEnd() {
    ensureOpen();
    for (TimerData timer : List.copyOf(byProcessingTime)) {
      if (firedAtEnd.add(nameOf(timer))) {
        remove(nameOf(timer));
        return timer;
      }
    }
    return null;
  }

  /** Takes all timers that are due, in the order of their times, event time first. */
  public List<TimerData> pollDue() {
    List<TimerData> due = new ArrayList<>();
    for (TimerData timer = pollEventTimer(); timer != null; timer = pollEventTimer()) {
      due.add(timer);
    }
    for (TimerData timer = pollProcessingTimer(); timer != null; timer = pollProcessingTimer()) {
      due.add(timer);
    }
    return due;
  }

  /** Forgets all timers. */
  public void clear() {
    ensureOpen();
    changed = changed || !timers.isEmpty();
    timers.clear();
    byEventTime.clear();
    byProcessingTime.clear();
  }

  private @Nullable TimerData poll(SortedSet<TimerData> from, Instant now) {
    if (from.isEmpty() || !now.isAfter(from.first().getTimestamp())) {
      return null;
    }
    TimerData timer = from.first();
    remove(nameOf(timer));
    return timer;
  }

  private void ensureOpen() {
    if (!opened) {
      opened = true;
      for (TimerData timer : before) {
        timers.put(nameOf(timer), timer);
        timersOf(timer.getDomain()).add(timer);
      }
    }
  }

  private Set<TimerData> timersOf(TimeDomain domain) {
    return domain == TimeDomain.EVENT_TIME ? byEventTime : byProcessingTime;
  }

  private static Name nameOf(TimerData timer) {
    return new Name(timer.getNamespace(), timer.getTimerFamilyId(), timer.getTimerId());
  }

  private void remove(Name name) {
    TimerData removed = timers.remove(name);
    if (removed != null) {
      timersOf(removed.getDomain()).remove(removed);
      changed = true;
    }
  }

  @Override
  public void setTimer(
      StateNamespace namespace,
      String timerId,
      String timerFamilyId,
      Instant target,
      Instant outputTimestamp,
      TimeDomain timeDomain) {
    set(TimerData.of(timerId, timerFamilyId, namespace, target, outputTimestamp, timeDomain));
  }

  private void set(TimerData timer) {
    ensureOpen();
    Name name = nameOf(timer);
    TimerData old = timers.put(name, timer);
    if (timer.equals(old)) {
      return;
    }
    if (old != null) {
      timersOf(old.getDomain()).remove(old);
    }
    timersOf(timer.getDomain()).add(timer);
    changed = true;
  }

  /**
   * {@inheritDoc}
   *
   * @deprecated as in the interface
   */
  @Deprecated
  @Override
  public void setTimer(TimerData timer) {
    set(timer);
  }

  @Override
  public void deleteTimer(
      StateNamespace namespace, String timerId, String timerFamilyId, TimeDomain timeDomain) {
    ensureOpen();
    remove(new Name(namespace, timerFamilyId, timerId));
  }

  /**
   * {@inheritDoc}
   *
   * @deprecated as in the interface
   */
  @Deprecated
  @Override
  public void deleteTimer(StateNamespace namespace, String timerId, String timerFamilyId) {
    ensureOpen();
    remove(new Name(namespace, timerFamilyId, timerId));
  }

  /**
   * {@inheritDoc}
   *
   * @deprecated as in the interface
   */
  @Deprecated
  @Override
  public void deleteTimer(TimerData timer) {
    ensureOpen();
    remove(nameOf(timer));
  }

  @Override
  public Instant currentProcessingTime() {
    return processingTime;
  }

  @Override
  public Instant currentSynchronizedProcessingTime() {
    return processingTime;
  }

  @Override
  public Instant currentInputWatermarkTime() {
    return inputWatermark;
  }

  @Override
  public Instant currentOutputWatermarkTime() {
    return outputWatermark;
  }
}
