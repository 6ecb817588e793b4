package dev.mortise.runner.spark.engine.state;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.util.VarInt;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One cell of a key's state, never changed: a new value is a new cell. It is live while it stays in
 * memory and has a form in bytes for files and other processes. The numbers of the kinds are in
 * users' checkpoints: never renumbered or used again.
 */
sealed interface Cell {
  /** Which kind of cell the bytes are of. */
  int kind();

  void encode(OutputStream out) throws IOException;

  /** A cell that was read from bytes, and that nobody has asked for since. */
  @SuppressWarnings("ArrayRecordComponent") // Bytes that nobody changes.
  record Encoded(int kind, byte[] bytes) implements Cell {
    @Override
    public void encode(OutputStream out) throws IOException {
      out.write(bytes);
    }

    InputStream open() {
      return new ByteArrayInputStream(bytes);
    }
  }

  /** A value, or the accumulator of a combining state. */
  record Value<T>(Coder<T> coder, T value) implements Cell {
    static final int KIND = 1;

    static <T> Value<T> decode(Encoded from, Coder<T> coder) throws IOException {
      return new Value<>(coder, coder.decode(from.open()));
    }

    @Override
    public int kind() {
      return KIND;
    }

    @Override
    public void encode(OutputStream out) throws IOException {
      coder.encode(value, out);
    }
  }

  /** A bag. */
  record Bag<T>(Coder<T> coder, Chain<T> elements) implements Cell {
    static final int KIND = 2;

    static <T> Bag<T> decode(Encoded from, Coder<T> coder) throws IOException {
      InputStream in = from.open();
      int size = VarInt.decodeInt(in);
      Chain<T> elements = Chain.append(null, coder.decode(in));
      for (int i = 1; i < size; i++) {
        elements = Chain.append(elements, coder.decode(in));
      }
      return new Bag<>(coder, elements);
    }

    @Override
    public int kind() {
      return KIND;
    }

    @Override
    public void encode(OutputStream out) throws IOException {
      VarInt.encode(elements.size(), out);
      for (T element : elements.toList()) {
        coder.encode(element, out);
      }
    }
  }

  /** A map, by the structural values of its keys; a set is one without values. */
  record Entries<K, V>(
      Coder<K> keys, @Nullable Coder<V> values, PersistentMap<Object, Entry<K, V>> map)
      implements Cell {
    static final int KIND = 3;

    @SuppressWarnings("NullAway") // A set's entries have no values.
    static <K, V> Entries<K, V> decode(Encoded from, Coder<K> keys, @Nullable Coder<V> values)
        throws IOException {
      InputStream in = from.open();
      PersistentMap<Object, Entry<K, V>> map = PersistentMap.empty();
      int size = VarInt.decodeInt(in);
      for (int i = 0; i < size; i++) {
        K key = keys.decode(in);
        V value = values == null ? null : values.decode(in);
        map = map.with(keys.structuralValue(key), new Entry<>(key, value));
      }
      return new Entries<>(keys, values, map);
    }

    @Override
    public int kind() {
      return KIND;
    }

    @Override
    public void encode(OutputStream out) throws IOException {
      VarInt.encode(map.size(), out);
      for (Map.Entry<Object, Entry<K, V>> entry : map) {
        keys.encode(entry.getValue().key(), out);
        if (values != null) {
          values.encode(entry.getValue().value(), out);
        }
      }
    }
  }

  /** An entry of a map, or an element of a set. */
  record Entry<K, V>(K key, V value) {}

  /** A watermark hold. */
  record Hold(Instant time) implements Cell {
    static final int KIND = 4;

    @Override
    public int kind() {
      return KIND;
    }

    @Override
    public void encode(OutputStream out) throws IOException {
      VarInt.encode(time.getMillis(), out);
    }

    static Hold decode(Encoded from) throws IOException {
      return new Hold(Instant.ofEpochMilli(VarInt.decodeLong(from.open())));
    }
  }
}
