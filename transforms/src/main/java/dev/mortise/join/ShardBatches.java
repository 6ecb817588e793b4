package dev.mortise.join;

import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the rows of a bundle by shard. What a runner does for an element (shuffle it, find its
 * key's state, set a timer) it then does once for several rows.
 */
final class ShardBatches {
  /** Bytes at which a batch leaves before its bundle ends. */
  private static final int MAX_BATCH_BYTES = 32 * 1024;

  /** Bytes of all batches at which all leave before their bundle ends. */
  private static final int MAX_BYTES = 4 * 1024 * 1024;

  private final RowBatch.@Nullable Writer[] writers;
  private final int[] begun;
  private int begunCount;
  private long bytes;

  /** Takes a batch of a shard's rows, and the event time of the earliest one. */
  interface Output {
    void batch(KV<Integer, RowBatch> batch, Instant earliest);
  }

  ShardBatches(int shards) {
    writers = new RowBatch.Writer[shards];
    begun = new int[shards];
  }

  void add(int shard, JoinSide side, long time, BodyBuffer body, Output out) {
    RowBatch.Writer writer = writers[shard];
    if (writer == null) {
      writer = new RowBatch.Writer();
      writers[shard] = writer;
    }
    int before = writer.size();
    if (before == 0) {
      begun[begunCount++] = shard;
    }
    writer.add(side, time, body);
    bytes += writer.size() - before;
    if (bytes > MAX_BYTES) {
      flush(out);
    } else if (writer.size() > MAX_BATCH_BYTES) {
      bytes -= writer.size();
      forget(shard);
      leave(shard, writer, out);
    }
  }

  private void forget(int shard) {
    for (int i = 0; i < begunCount; i++) {
      if (begun[i] == shard) {
        begun[i] = begun[--begunCount];
        return;
      }
    }
  }

  /** Lets all batches go. */
  void flush(Output out) {
    for (int i = 0; i < begunCount; i++) {
      RowBatch.Writer writer = writers[begun[i]];
      if (writer != null) {
        leave(begun[i], writer, out);
      }
    }
    begunCount = 0;
    bytes = 0;
  }

  /** Forgets rows of a bundle that failed: its runner gives them once more. */
  void clear() {
    // None after a bundle that ended well: its memory serves the next one.
    for (int i = 0; i < begunCount; i++) {
      writers[begun[i]] = null;
    }
    begunCount = 0;
    bytes = 0;
  }

  private static void leave(int shard, RowBatch.Writer writer, Output out) {
    Instant earliest = Instant.ofEpochMilli(writer.least());
    out.batch(KV.of(shard, writer.take()), earliest);
  }
}
