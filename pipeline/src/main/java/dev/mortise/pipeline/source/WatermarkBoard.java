package dev.mortise.pipeline.source;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import org.joda.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the watermarks stand of all that this process reads: each reader writes its own line. It is
 * what a process can say without asking others, so on a cluster each has a part of the whole.
 */
public final class WatermarkBoard {
  private static final ConcurrentMap<Place, Standing> STANDINGS = new ConcurrentHashMap<>();

  private static final Logger LOG = LoggerFactory.getLogger(WatermarkBoard.class);

  /** What was said since the process is watched, or not, and to whom it was not told yet. */
  private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

  private static final Queue<String> UNHEARD = new ConcurrentLinkedQueue<>();

  private static volatile boolean watched;

  private WatermarkBoard() {}

  /** Says that somebody in this process tells the user when a watermark stands still. */
  public static void watch(boolean on) {
    watched = on;
    SAID.clear();
    UNHEARD.clear();
  }

  /**
   * Tells the user, once: through whoever watches, and else by a warning in the log. Readers are
   * opened again and again, and several in a process may notice the same.
   */
  public static void say(String line) {
    if (!SAID.add(line)) {
      return;
    }
    if (watched) {
      UNHEARD.add(line);
    } else {
      LOG.warn(line);
    }
  }

  /** The oldest line that was said and not told yet; empty if there is none. */
  public static Optional<String> nextSaid() {
    return Optional.ofNullable(UNHEARD.poll());
  }

  /** Whether readers may leave it to others to say so. */
  public static boolean isWatched() {
    return watched;
  }

  private record Place(String input, String partition) {}

  /**
   * How far a partition of an input is.
   *
   * @param input the input's name
   * @param partition which part of it, such as {@code orders-3} of a topic; empty if it has but one
   * @param watermark event time that the partition vouches for
   * @param changedAt processing time at which the watermark moved last
   * @param lastRowAt processing time of the last row; at first, of the start
   * @param backlog rows that wait to be read; -1 if unknown
   * @param idle whether the partition holds nobody back, because nothing comes
   */
  public record Standing(
      String input,
      String partition,
      Instant watermark,
      Instant changedAt,
      Instant lastRowAt,
      long backlog,
      boolean idle) {}

  /** Replaces the line of the partition. */
  public static void report(Standing standing) {
    STANDINGS.put(new Place(standing.input(), standing.partition()), standing);
  }

  /** Removes the line of a partition that this process reads no more. */
  public static void remove(String input, String partition) {
    STANDINGS.remove(new Place(input, partition));
  }

  /** All lines, by input and partition. */
  public static List<Standing> standings() {
    return STANDINGS.values().stream()
        .sorted(Comparator.comparing(Standing::input).thenComparing(Standing::partition))
        .toList();
  }
}
