package dev.mortise.runner.spark.engine.state;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.beam.runners.core.StateInternals;
import org.apache.beam.runners.core.StateNamespace;
import org.apache.beam.runners.core.StateTag;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.state.State;
import org.apache.beam.sdk.state.StateContext;
import org.jspecify.annotations.Nullable;

/**
 * The state of the key that is being worked on. Starts from the cells of the batch before and
 * replaces those that are written; what it started from is never changed.
 */
public final class KeyStateInternals implements StateInternals {
  /** Decodes a cell that comes from a file. */
  interface Decoder<C extends Cell> {
    C decode(Cell.Encoded from) throws IOException;
  }

  private @Nullable Object key;
  private Map<CellId, Cell> before = Map.of();
  private @Nullable Map<CellId, Cell> after;
  private final Set<CellId> owned = new HashSet<>();

  /** Takes up the state of a key. */
  void open(@Nullable Object keyOfState, Map<CellId, Cell> cells) {
    key = keyOfState;
    before = cells;
    after = null;
    owned.clear();
  }

  boolean isChanged() {
    return after != null;
  }

  Map<CellId, Cell> snapshot() {
    return after == null ? before : after;
  }

  /** Forgets all state. */
  public void clear() {
    after = new HashMap<>();
    owned.clear();
  }

  @Nullable Cell get(CellId id) {
    return (after == null ? before : after).get(id);
  }

  /** The cell at {@code id}, decoded if nobody has done so yet. */
  <C extends Cell> @Nullable C get(CellId id, Class<? super C> type, Decoder<C> decoder) {
    Cell cell = get(id);
    if (cell instanceof Cell.Encoded encoded) {
      try {
        C decoded = decoder.decode(encoded);
        put(id, decoded);
        return decoded;
      } catch (IOException e) {
        throw new IllegalStateException(
            "State " + id.tag() + ": what was stored cannot be read with the step's coder.", e);
      }
    }
    if (cell != null && !type.isInstance(cell)) {
      throw new IllegalStateException(
          "State " + id.tag() + ": one id must be of one kind of state, but is of two.");
    }
    @SuppressWarnings("unchecked") // A cell's coder and type come from the tag that wrote it.
    C found = (C) cell;
    return found;
  }

  void put(CellId id, Cell cell) {
    changed().put(id, cell);
  }

  void remove(CellId id) {
    if (get(id) != null) {
      changed().remove(id);
    }
    owned.remove(id);
  }

  /** Notes that the value of a cell was made in this batch, so that it may be changed in place. */
  void own(CellId id) {
    owned.add(id);
  }

  boolean owns(CellId id) {
    return owned.contains(id);
  }

  private Map<CellId, Cell> changed() {
    Map<CellId, Cell> cells = after;
    if (cells == null) {
      cells = new HashMap<>(before);
      after = cells;
    }
    return cells;
  }

  /** The value of a value cell that user code may keep, or null. */
  <T> @Nullable T valueAt(CellId id, Coder<T> coder) {
    Cell.Value<T> cell = get(id, Cell.Value.class, from -> Cell.Value.decode(from, coder));
    if (cell == null) {
      return null;
    }
    if (owns(id) || Immutables.areOf(coder)) {
      return cell.value();
    }
    T copy = Immutables.mine(coder, cell.value());
    put(id, new Cell.Value<>(coder, copy));
    own(id);
    return copy;
  }

  @Override
  public @Nullable Object getKey() {
    return key;
  }

  @Override
  @SuppressWarnings("deprecation") // Beam's own runners bind tags in this way.
  public <T extends State> T state(
      StateNamespace namespace, StateTag<T> address, StateContext<?> context) {
    return address.bind(new Binder(this, new CellId(namespace, address.getId()), context));
  }
}
