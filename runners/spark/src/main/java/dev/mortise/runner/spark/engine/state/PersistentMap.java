package dev.mortise.runner.spark.engine.state;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.HashMap;
import scala.collection.immutable.HashMap$;

/**
 * An immutable hash map; a changed one shares what is the same with the one before it. This is
 * Scala's, which Spark brings, and the only place that knows so.
 *
 * @param <K> has {@code equals} and {@code hashCode}
 * @param <V> not null
 */
final class PersistentMap<K, V> implements Iterable<Map.Entry<K, V>> {
  private static final PersistentMap<?, ?> EMPTY = new PersistentMap<>(HashMap$.MODULE$.empty());

  private final HashMap<K, V> map;

  private PersistentMap(HashMap<K, V> map) {
    this.map = map;
  }

  @SuppressWarnings("unchecked") // Nothing is in it.
  static <K, V> PersistentMap<K, V> empty() {
    return (PersistentMap<K, V>) EMPTY;
  }

  @Nullable V get(K key) {
    Option<V> value = map.get(key);
    return value.isEmpty() ? null : value.get();
  }

  PersistentMap<K, V> with(K key, V value) {
    return new PersistentMap<>(map.updated(key, value));
  }

  @SuppressWarnings("ReferenceEquality") // Whether there was something to remove.
  PersistentMap<K, V> without(K key) {
    HashMap<K, V> less = map.$minus(key);
    return less == map ? this : new PersistentMap<>(less);
  }

  int size() {
    return map.size();
  }

  boolean isEmpty() {
    return map.isEmpty();
  }

  @Override
  public Iterator<Map.Entry<K, V>> iterator() {
    scala.collection.Iterator<Tuple2<K, V>> entries = map.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return entries.hasNext();
      }

      @Override
      public Map.Entry<K, V> next() {
        if (!entries.hasNext()) {
          throw new NoSuchElementException();
        }
        Tuple2<K, V> entry = entries.next();
        return Map.entry(entry._1(), entry._2());
      }
    };
  }
}
