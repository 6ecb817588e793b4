package dev.mortise.runner.spark.engine.state;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.spark.util.KnownSizeEstimation;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a step keeps for the keys of one partition. Never changed: a batch makes a new one that
 * shares what it did not touch. Keys without state and timers are not in it.
 */
public final class PartitionState implements Serializable, KnownSizeEstimation {
  private static final long serialVersionUID = 1L;

  /** No time. */
  public static final long NONE = KeyState.NONE;

  /** Spark would walk through all objects of a block to learn its size, for each batch. */
  private static final long BYTES_PER_KEY = 1024;

  private final transient StateFormat format;
  private final transient PersistentMap<KeyBytes, KeyState> keys;
  private final transient long nextEvent;
  private final transient long nextProcessing;
  private final transient long hold;

  PartitionState(StateFormat format, PersistentMap<KeyBytes, KeyState> keys) {
    this.format = format;
    this.keys = keys;
    long event = NONE;
    long processing = NONE;
    long held = NONE;
    for (Map.Entry<KeyBytes, KeyState> entry : keys) {
      KeyState key = entry.getValue();
      event = Math.min(event, key.nextEvent());
      processing = Math.min(processing, key.nextProcessing());
      held = Math.min(held, key.hold());
    }
    this.nextEvent = event;
    this.nextProcessing = processing;
    this.hold = held;
  }

  /** A partition without keys. */
  public static PartitionState empty(StateFormat format) {
    return new PartitionState(format, PersistentMap.empty());
  }

  PersistentMap<KeyBytes, KeyState> keys() {
    return keys;
  }

  /** How many keys have state or timers. */
  public int size() {
    return keys.size();
  }

  /** When the earliest event-time timer is due, or {@link #NONE}. */
  public long nextEvent() {
    return nextEvent;
  }

  /** When the earliest processing-time timer is due, or {@link #NONE}. */
  public long nextProcessing() {
    return nextProcessing;
  }

  /** What the output watermark must wait for, or {@link #NONE}. */
  public long hold() {
    return hold;
  }

  /** Keys with a timer that is due, the earliest first. */
  public List<KeyBytes> due(Instant watermark, Instant processingTime) {
    List<Map.Entry<KeyBytes, KeyState>> due = new ArrayList<>();
    if (nextEvent < watermark.getMillis() || nextProcessing < processingTime.getMillis()) {
      for (Map.Entry<KeyBytes, KeyState> entry : keys) {
        if (entry.getValue().nextEvent() < watermark.getMillis()
            || entry.getValue().nextProcessing() < processingTime.getMillis()) {
          due.add(entry);
        }
      }
    }
    due.sort(
        Comparator.comparingLong(
                (Map.Entry<KeyBytes, KeyState> entry) -> entry.getValue().nextEvent())
            .thenComparingLong(entry -> entry.getValue().nextProcessing())
            .thenComparing(Map.Entry::getKey));
    List<KeyBytes> inOrder = new ArrayList<>();
    due.forEach(entry -> inOrder.add(entry.getKey()));
    return inOrder;
  }

  /** All keys, in an order that is the same in every process. */
  public List<KeyBytes> all() {
    List<KeyBytes> all = new ArrayList<>();
    keys.forEach(entry -> all.add(entry.getKey()));
    all.sort(Comparator.naturalOrder());
    return all;
  }

  /** Begins a batch. */
  public Update update() {
    return new Update(this);
  }

  @Override
  public long estimatedSize() {
    return BYTES_PER_KEY * (keys.size() + 1L);
  }

  /** The changes that one batch makes. */
  public static final class Update {
    private final StateFormat format;
    private PersistentMap<KeyBytes, KeyState> keys;

    private Update(PartitionState before) {
      format = before.format;
      keys = before.keys;
    }

    /** Lets {@code state} and {@code timers} stand for a key. */
    public void open(
        KeyBytes bytes, @Nullable Object key, KeyStateInternals state, KeyTimers timers) {
      KeyState before = keys.get(bytes);
      state.open(key, before == null ? Map.of() : before.cells());
      timers.open(before == null ? List.of() : before.timers());
    }

    /** Takes over what has become of the key that was opened. */
    public void commit(KeyBytes bytes, KeyStateInternals state, KeyTimers timers) {
      if (!state.isChanged() && !timers.isChanged()) {
        return;
      }
      KeyState after = KeyState.of(state.snapshot(), timers.snapshot(), format.timersHold());
      keys = after.isEmpty() ? keys.without(bytes) : keys.with(bytes, after);
    }

    /** The state behind the batch. */
    public PartitionState finish() {
      return new PartitionState(format, keys);
    }
  }

  private Object writeReplace() throws ObjectStreamException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      format.write(this, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Encoded(format, bytes.toByteArray());
  }

  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("PartitionState travels as Encoded.");
  }

  @SuppressWarnings("ArrayRecordComponent") // Bytes that nobody changes.
  private record Encoded(StateFormat format, byte[] bytes) implements Serializable {
    private Object readResolve() throws ObjectStreamException {
      try {
        return format.read(new ByteArrayInputStream(bytes));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
