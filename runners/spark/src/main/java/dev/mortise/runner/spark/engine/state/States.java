package dev.mortise.runner.spark.engine.state;

import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.state.BagState;
import org.apache.beam.sdk.state.ReadableState;
import org.apache.beam.sdk.state.ReadableStates;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.state.WatermarkHoldState;
import org.apache.beam.sdk.transforms.windowing.TimestampCombiner;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** What user code sees of values, bags and holds. */
final class States {
  private States() {}

  /** Whether something is there, asked when it is read. */
  static ReadableState<Boolean> isEmpty(KeyStateInternals cells, CellId id) {
    return new ReadableState<>() {
      @Override
      public Boolean read() {
        return cells.get(id) == null;
      }

      @Override
      public ReadableState<Boolean> readLater() {
        return this;
      }
    };
  }

  record Value<T>(KeyStateInternals cells, CellId id, Coder<T> coder) implements ValueState<T> {
    @Override
    public void write(T value) {
      cells.put(id, new Cell.Value<>(coder, value));
      cells.own(id);
    }

    @Override
    @SuppressWarnings("NullAway") // Beam's interface is not annotated in our terms: null if unset.
    public T read() {
      return cells.valueAt(id, coder);
    }

    @Override
    public ValueState<T> readLater() {
      return this;
    }

    @Override
    public void clear() {
      cells.remove(id);
    }
  }

  record Bag<T>(KeyStateInternals cells, CellId id, Coder<T> coder) implements BagState<T> {
    private @Nullable Chain<T> elements() {
      Cell.Bag<T> cell = cells.get(id, Cell.Bag.class, from -> Cell.Bag.decode(from, coder));
      return cell == null ? null : cell.elements();
    }

    @Override
    public void add(T value) {
      cells.put(id, new Cell.Bag<>(coder, Chain.append(elements(), value)));
    }

    @Override
    public Iterable<T> read() {
      Chain<T> elements = elements();
      return elements == null ? List.of() : elements.toList();
    }

    @Override
    public ReadableState<Boolean> isEmpty() {
      return States.isEmpty(cells, id);
    }

    @Override
    public BagState<T> readLater() {
      return this;
    }

    @Override
    public void clear() {
      cells.remove(id);
    }
  }

  record Hold(KeyStateInternals cells, CellId id, TimestampCombiner combiner)
      implements WatermarkHoldState {
    @Override
    public void add(Instant time) {
      Instant held = read();
      cells.put(id, new Cell.Hold(held == null ? time : combiner.combine(held, time)));
    }

    @Override
    @SuppressWarnings("NullAway") // Null without a hold, as Beam's callers expect.
    public Instant read() {
      Cell.Hold cell = cells.get(id, Cell.Hold.class, Cell.Hold::decode);
      return cell == null ? null : cell.time();
    }

    @Override
    public TimestampCombiner getTimestampCombiner() {
      return combiner;
    }

    @Override
    public ReadableState<Boolean> isEmpty() {
      return States.isEmpty(cells, id);
    }

    @Override
    public WatermarkHoldState readLater() {
      return this;
    }

    @Override
    public void clear() {
      cells.remove(id);
    }
  }

  static <T> ReadableState<T> now(T value) {
    return ReadableStates.immediate(value);
  }
}
