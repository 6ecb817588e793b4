package dev.mortise.runner.spark.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.beam.sdk.io.UnboundedSource.CheckpointMark;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Readers that wait in this process between two batches. Only a saving: a reader that is not here,
 * or stands elsewhere than the plan says, is replaced by one that begins at the plan's mark.
 */
final class OpenReaders {
  private static final Logger LOG = LoggerFactory.getLogger(OpenReaders.class);
  private static final long FORGET_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final Map<Name, Open<?>> OPEN = new HashMap<>();

  private OpenReaders() {}

  private record Name(String run, int node, int split) {}

  /** A reader, and where it stands. */
  static final class Open<T> {
    private final UnboundedReader<T> reader;
    private boolean started;
    private byte @Nullable [] mark;
    private @Nullable CheckpointMark unfinished;
    private long parkedAt;

    Open(UnboundedReader<T> reader) {
      this.reader = reader;
    }

    UnboundedReader<T> reader() {
      return reader;
    }

    boolean advance() throws IOException {
      if (!started) {
        started = true;
        return reader.start();
      }
      return reader.advance();
    }

    void close() {
      try {
        reader.close();
      } catch (IOException | RuntimeException e) {
        LOG.warn("A reader could not be closed.", e);
      }
    }
  }

  /** The reader of a split if it stands at {@code mark}, which then belongs to the caller. */
  static <T> @Nullable Open<T> take(String run, int node, int split, byte @Nullable [] mark) {
    Open<?> open;
    synchronized (OPEN) {
      open = OPEN.remove(new Name(run, node, split));
    }
    if (open == null) {
      return null;
    }
    if (!open.started || mark == null || !Arrays.equals(open.mark, mark)) {
      open.close();
      return null;
    }
    finish(open);
    @SuppressWarnings("unchecked") // A split's reader is always of the split's elements.
    Open<T> found = (Open<T>) open;
    return found;
  }

  /** The batch behind a mark has been done. */
  private static void finish(Open<?> open) {
    CheckpointMark done = open.unfinished;
    open.unfinished = null;
    if (done != null) {
      try {
        done.finalizeCheckpoint();
      } catch (IOException | RuntimeException e) {
        LOG.warn("A source could not be told that a batch is done.", e);
      }
    }
  }

  static void park(String run, int node, int split, byte @Nullable [] mark, Open<?> open)
      throws IOException {
    open.mark = mark;
    open.unfinished = open.reader.getCheckpointMark();
    open.parkedAt = System.nanoTime();
    Open<?> old;
    List<Open<?>> forgotten = new ArrayList<>();
    synchronized (OPEN) {
      old = OPEN.put(new Name(run, node, split), open);
      for (Iterator<Open<?>> all = OPEN.values().iterator(); all.hasNext(); ) {
        Open<?> other = all.next();
        if (open.parkedAt - other.parkedAt > FORGET_NANOS) {
          all.remove();
          forgotten.add(other);
        }
      }
    }
    if (old != null) {
      old.close();
    }
    forgotten.forEach(Open::close);
  }

  /** Closes the readers of a run that are in this process. */
  static void closeAll(String run) {
    List<Open<?>> left = new ArrayList<>();
    synchronized (OPEN) {
      OPEN.entrySet()
          .removeIf(
              entry -> {
                boolean isOfRun = entry.getKey().run().equals(run);
                if (isOfRun) {
                  left.add(entry.getValue());
                }
                return isOfRun;
              });
    }
    left.forEach(Open::close);
  }
}
