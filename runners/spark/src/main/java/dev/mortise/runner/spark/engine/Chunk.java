package dev.mortise.runner.spark.engine;

import dev.mortise.runner.spark.engine.state.KeyBytes;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.WindowedValue;
import scala.Tuple2;

/**
 * Rows on their way from a partition to one of a keyed step, encoded, in their order. Chunks sort
 * by where they come from, so that a step sees the rows of a key in one order however often they
 * are sent. Many rows to a chunk: Spark's price is per record.
 *
 * @param from the partition that the rows come from
 * @param part which of that partition's chunks for the step's partition it is
 */
@SuppressWarnings("ArrayRecordComponent") // Bytes that nobody changes.
record Chunk(int from, int part, byte[] rows) implements Serializable, Comparable<Chunk> {
  private static final long serialVersionUID = 1L;
  private static final int FULL = 8 << 20;

  @Override
  public int compareTo(Chunk that) {
    int byOrigin = Integer.compare(from, that.from);
    return byOrigin != 0 ? byOrigin : Integer.compare(part, that.part);
  }

  /** Takes one row out of a chunk. */
  interface Reader {
    void row(byte[] key, InputStream value) throws IOException;
  }

  void read(Reader reader) throws IOException {
    java.io.ByteArrayInputStream bytes = new java.io.ByteArrayInputStream(rows);
    DataInputStream in = new DataInputStream(bytes);
    while (bytes.available() > 0) {
      byte[] key = new byte[in.readInt()];
      in.readFully(key);
      reader.row(key, in);
    }
  }

  /** Sorts the rows of a partition by the partitions of a keyed step. */
  static Iterator<Tuple2<Integer, Chunk>> of(
      int from,
      Iterator<WindowedValue<Object>> elements,
      Coder<Object> keys,
      Coder<WindowedValue<Object>> rows,
      int partitions)
      throws IOException {
    List<Tuple2<Integer, Chunk>> full = new ArrayList<>();
    ByteArrayOutputStream[] open = new ByteArrayOutputStream[partitions];
    int[] parts = new int[partitions];
    while (elements.hasNext()) {
      WindowedValue<Object> element = elements.next();
      KV<?, ?> row = (KV<?, ?>) element.getValue();
      byte[] key = CoderUtils.encodeToByteArray(keys, row.getKey());
      int to = new KeyBytes(key).partition(partitions);
      if (open[to] == null) {
        open[to] = new ByteArrayOutputStream();
      }
      DataOutputStream out = new DataOutputStream(open[to]);
      out.writeInt(key.length);
      out.write(key);
      rows.encode(element.withValue(row.getValue()), out);
      if (open[to].size() >= FULL) {
        full.add(new Tuple2<>(to, new Chunk(from, parts[to]++, open[to].toByteArray())));
        open[to] = null;
      }
    }
    for (int to = 0; to < partitions; to++) {
      if (open[to] != null) {
        full.add(new Tuple2<>(to, new Chunk(from, parts[to], open[to].toByteArray())));
      }
    }
    return full.iterator();
  }
}
