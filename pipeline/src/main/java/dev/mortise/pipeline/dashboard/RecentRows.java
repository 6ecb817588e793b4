package dev.mortise.pipeline.dashboard;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last rows that a run put out in this JVM. Steps of a pipeline find it by its id; in another
 * JVM, on a cluster, they find nothing and keep nothing.
 */
final class RecentRows implements AutoCloseable {
  /** What kinds of rows there are. */
  enum Kind {
    PAIRS,
    UNMATCHED,
    LATE
  }

  private static final int KEPT = 12;

  /** More than this nobody can read, and to write a row costs more than to join it. */
  private static final long BETWEEN_ROWS_NANOS = 50_000_000;

  private static final ConcurrentMap<String, RecentRows> OPEN = new ConcurrentHashMap<>();

  private final String id = UUID.randomUUID().toString();
  private final GapBins bins;
  private final AtomicLongArray gaps;
  private final AtomicLong seen = new AtomicLong();
  private final Map<Kind, Ring> rings = new EnumMap<>(Kind.class);

  private RecentRows(GapBins bins) {
    this.bins = bins;
    this.gaps = new AtomicLongArray(bins.count());
    for (Kind kind : Kind.values()) {
      rings.put(kind, new Ring());
    }
  }

  /** Begins to keep rows. */
  static RecentRows open(GapBins bins) {
    RecentRows rows = new RecentRows(bins);
    OPEN.put(rows.id, rows);
    return rows;
  }

  /** The rows of that id; null in a JVM that does not keep them. */
  static @Nullable RecentRows find(String id) {
    return OPEN.get(id);
  }

  String id() {
    return id;
  }

  GapBins bins() {
    return bins;
  }

  /** Counts the gap of a pair, in event-time milliseconds. */
  void gap(long millis) {
    long index = bins.indexOf(millis);
    gaps.incrementAndGet((int) Math.max(0, Math.min(bins.count() - 1L, index)));
  }

  /** Keeps a row's line, unless one was kept just now. */
  void offer(Kind kind, Supplier<String> line) {
    seen.incrementAndGet();
    ring(kind).offer(System.nanoTime(), line);
  }

  /** Whether any row came by. */
  boolean hasSeen() {
    return seen.get() > 0;
  }

  /** Pairs so far in each bin. */
  List<Long> gaps() {
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i < gaps.length(); i++) {
      counts.add(gaps.get(i));
    }
    return counts;
  }

  /** The last lines of a kind, the newest first. */
  List<String> lines(Kind kind) {
    return ring(kind).lines();
  }

  private Ring ring(Kind kind) {
    Ring ring = rings.get(kind);
    if (ring == null) {
      throw new IllegalStateException(kind.name());
    }
    return ring;
  }

  @Override
  public void close() {
    OPEN.remove(id);
  }

  private static final class Ring {
    private final Deque<String> lines = new ArrayDeque<>();
    private final AtomicLong free = new AtomicLong(System.nanoTime());

    void offer(long now, Supplier<String> line) {
      long at = free.get();
      if (now - at < 0 || !free.compareAndSet(at, now + BETWEEN_ROWS_NANOS)) {
        return;
      }
      String text = line.get();
      synchronized (lines) {
        lines.addFirst(text);
        if (lines.size() > KEPT) {
          lines.removeLast();
        }
      }
    }

    List<String> lines() {
      synchronized (lines) {
        return List.copyOf(lines);
      }
    }
  }
}
