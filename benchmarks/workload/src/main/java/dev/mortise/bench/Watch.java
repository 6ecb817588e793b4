package dev.mortise.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** Looks at the heap and at Flink's checkpoints while a run goes on. */
final class Watch implements AutoCloseable {
  private static final long EVERY_MILLIS = 25;
  private static final Path METADATA = Path.of("_metadata");

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final Path root;
  private final Map<Path, Long> begun = new HashMap<>();
  private final Map<Path, Long> tookMillis = new HashMap<>();
  private final Set<String> heapPools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toSet());
  private final NotificationListener collected = this::collected;
  private long peakHeap;
  private long largest;

  /**
   * Begins.
   *
   * @param root the directory below which Flink has a directory for each job
   */
  @SuppressWarnings("FutureReturnValueIgnored") // It ends with the timer, and throws nothing.
  Watch(Path root) {
    this.root = root;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector).addNotificationListener(collected, null, null);
    }
    timer.scheduleWithFixedDelay(this::look, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * The most bytes that a garbage collection left in the heap: what is alive, and what has died in
   * the old generation since that was last collected.
   */
  synchronized long peakHeap() {
    return peakHeap;
  }

  synchronized Checkpoints checkpoints() {
    long[] took = tookMillis.values().stream().mapToLong(Long::longValue).sorted().toArray();
    return new Checkpoints(took.length, largest, took.length == 0 ? 0 : took[took.length / 2]);
  }

  private synchronized void collected(Notification notification, Object unused) {
    long left =
        GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
            .getGcInfo()
            .getMemoryUsageAfterGc()
            .entrySet()
            .stream()
            .filter(pool -> heapPools.contains(pool.getKey()))
            .mapToLong(pool -> pool.getValue().getUsed())
            .sum();
    peakHeap = Math.max(peakHeap, left);
  }

  private synchronized void look() {
    try (Stream<Path> jobs = Files.isDirectory(root) ? Files.list(root) : Stream.empty()) {
      for (Path job : (Iterable<Path>) jobs::iterator) {
        lookAt(job);
      }
    } catch (IOException | UncheckedIOException e) {
      // The runner removes files meanwhile; the next look will do.
    }
  }

  /** A checkpoint's directory is there when it begins, and its metadata when it is complete. */
  private void lookAt(Path job) throws IOException {
    try (Stream<Path> checkpoints = Files.list(job)) {
      for (Path checkpoint : (Iterable<Path>) checkpoints::iterator) {
        if (!String.valueOf(checkpoint.getFileName()).startsWith("chk-")) {
          continue;
        }
        long now = System.currentTimeMillis();
        begun.putIfAbsent(checkpoint, now);
        if (!tookMillis.containsKey(checkpoint)
            && Files.isRegularFile(checkpoint.resolve(METADATA))) {
          tookMillis.put(checkpoint, now - begun.getOrDefault(checkpoint, now));
          // What several incremental checkpoints share lies beside them.
          largest = Math.max(largest, sizeOf(checkpoint) + sizeOf(job.resolve("shared")));
        }
      }
    }
  }

  private static long sizeOf(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.mapToLong(file -> Files.isRegularFile(file) ? file.toFile().length() : 0).sum();
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    look();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      try {
        ((NotificationEmitter) collector).removeNotificationListener(collected);
      } catch (ListenerNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
