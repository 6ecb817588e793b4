package dev.mortise.runner.spark.engine.state;

import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.state.MapState;
import org.apache.beam.sdk.state.ReadableState;
import org.apache.beam.sdk.state.SetState;
import org.jspecify.annotations.Nullable;

/** What user code sees of maps and sets. */
record EntryStates<K, V>(
    KeyStateInternals cells, CellId id, Coder<K> keys, @Nullable Coder<V> values) {

  private PersistentMap<Object, Cell.Entry<K, V>> map() {
    Cell.Entries<K, V> cell =
        cells.get(id, Cell.Entries.class, from -> Cell.Entries.decode(from, keys, values));
    return cell == null ? PersistentMap.empty() : cell.map();
  }

  private Cell.@Nullable Entry<K, V> find(K key) {
    return map().get(keys.structuralValue(key));
  }

  private void put(K key, V value) {
    write(map().with(keys.structuralValue(key), new Cell.Entry<>(key, value)));
  }

  private void remove(K key) {
    PersistentMap<Object, Cell.Entry<K, V>> map = map();
    PersistentMap<Object, Cell.Entry<K, V>> less = map.without(keys.structuralValue(key));
    if (less.isEmpty()) {
      cells.remove(id);
    } else if (less != map) {
      write(less);
    }
  }

  private void write(PersistentMap<Object, Cell.Entry<K, V>> map) {
    cells.put(id, new Cell.Entries<>(keys, values, map));
  }

  private <T> ReadableState<Iterable<T>> all(Function<Cell.Entry<K, V>, T> part) {
    List<T> all = new ArrayList<>();
    for (Map.Entry<Object, Cell.Entry<K, V>> entry : map()) {
      all.add(part.apply(entry.getValue()));
    }
    return States.now(all);
  }

  record OfSet<T>(EntryStates<T, @Nullable Void> entries) implements SetState<T> {
    @Override
    public ReadableState<Boolean> contains(T element) {
      return States.now(entries.find(element) != null);
    }

    @Override
    public ReadableState<Boolean> addIfAbsent(T element) {
      boolean absent = entries.find(element) == null;
      if (absent) {
        add(element);
      }
      return States.now(absent);
    }

    @Override
    @SuppressWarnings("NullAway") // A set's entries have no values.
    public void add(T element) {
      entries.put(element, null);
    }

    @Override
    public void remove(T element) {
      entries.remove(element);
    }

    @Override
    public Iterable<T> read() {
      return entries.all(Cell.Entry::key).read();
    }

    @Override
    public ReadableState<Boolean> isEmpty() {
      return States.isEmpty(entries.cells(), entries.id());
    }

    @Override
    public SetState<T> readLater() {
      return this;
    }

    @Override
    public void clear() {
      entries.cells().remove(entries.id());
    }
  }

  record OfMap<K, V>(EntryStates<K, V> state, Coder<V> coder) implements MapState<K, V> {
    private @Nullable V value(Cell.@Nullable Entry<K, V> entry) {
      return entry == null ? null : Immutables.mine(coder, entry.value());
    }

    @Override
    @SuppressWarnings("NullAway") // Null for a key that is not there, as in Beam's own states.
    public ReadableState<V> get(K key) {
      return States.now(value(state.find(key)));
    }

    @Override
    @SuppressWarnings("NullAway") // The default may be null.
    public ReadableState<V> getOrDefault(K key, @Nullable V defaultValue) {
      Cell.Entry<K, V> entry = state.find(key);
      return States.now(entry == null ? defaultValue : value(entry));
    }

    @Override
    public void put(K key, V value) {
      state.put(key, value);
    }

    @Override
    @SuppressWarnings("NullAway") // Null if there was nothing, as in Beam's own states.
    public ReadableState<V> computeIfAbsent(K key, Function<? super K, ? extends V> function) {
      Cell.Entry<K, V> entry = state.find(key);
      if (entry == null) {
        state.put(key, function.apply(key));
      }
      return States.now(value(entry));
    }

    @Override
    public void remove(K key) {
      state.remove(key);
    }

    @Override
    public ReadableState<Iterable<K>> keys() {
      return state.all(Cell.Entry::key);
    }

    @Override
    @SuppressWarnings("NullAway") // Only entries that are there.
    public ReadableState<Iterable<V>> values() {
      return state.all(this::value);
    }

    @Override
    @SuppressWarnings("NullAway") // Only entries that are there.
    public ReadableState<Iterable<Map.Entry<K, V>>> entries() {
      return state.all(entry -> new SimpleEntry<>(entry.key(), value(entry)));
    }

    @Override
    public ReadableState<Boolean> isEmpty() {
      return States.isEmpty(state.cells(), state.id());
    }

    @Override
    public void clear() {
      state.cells().remove(state.id());
    }
  }
}
