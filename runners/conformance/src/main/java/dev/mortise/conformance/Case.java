package dev.mortise.conformance;

import dev.mortise.join.JoinSide;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A script of a few rows and watermarks with its right answer, written by hand.
 *
 * @param theme the file it stands in: {@code bounds}, {@code late}, ...
 * @param name unique in the suite
 * @param join the join
 * @param events rows, watermarks and broken records in order of arrival
 * @param expected what becomes of the rows, by their ids
 * @param windows what windows downstream count; null for a case that has none
 */
public record Case(
    String theme,
    String name,
    JoinSetting join,
    List<Event> events,
    Expected expected,
    @Nullable Windows windows) {

  /**
   * Ids of rows, by what becomes of them in a full join.
   *
   * @param matched pairs of a left and a right row
   * @param alone ids of rows and broken records that are no part of a pair, by their ends: {@code
   *     unmatched_left}, {@code null_key_right}, {@code late_left}, {@code dead_right}, ...
   */
  public record Expected(List<Ids> matched, Map<String, List<Integer>> alone) {
    public Expected {
      matched = List.copyOf(matched);
      alone = Map.copyOf(alone);
    }

    /** The same for rows whose ids are greater by {@code offset}. */
    Expected renumbered(int offset) {
      Map<String, List<Integer>> ends = new HashMap<>();
      alone.forEach((end, ids) -> ends.put(end, ids.stream().map(id -> id + offset).toList()));
      return new Expected(
          matched.stream()
              .map(pair -> new Ids(pair.left() + offset, pair.right() + offset))
              .toList(),
          ends);
    }
  }

  /** The ids of a left and a right row that match. */
  public record Ids(int left, int right) {}

  /**
   * Fixed windows over the outputs of the join.
   *
   * @param size in milliseconds
   * @param counts by output ({@code matched}, {@code unmatched_left}, {@code unmatched_right}), the
   *     number of rows in each window that is not empty, by the window's start
   */
  public record Windows(long size, Map<String, Map<Long, Long>> counts) {
    public Windows {
      counts = Map.copyOf(counts);
    }
  }

  /** The answer by hand, as rows. What the watermark was when a late row came is simulated. */
  public Answer answer() {
    Map<Integer, Arrival> arrivals = arrivals();
    Answer answer = new Answer();
    for (Ids pair : expected.matched()) {
      Arrival left = arrival(arrivals, pair.left());
      Arrival right = arrival(arrivals, pair.right());
      answer.pair(left.row(), right.row());
      List.of(left, right).stream()
          .filter(row -> row.isPastItsExpiry(join))
          .forEach(row -> answer.lateMatched(row.row()));
    }
    ids("unmatched").forEach(id -> answer.unmatched(arrival(arrivals, id).row()));
    ids("null_key").forEach(id -> answer.nullKey(arrival(arrivals, id).row()));
    for (int id : ids("late")) {
      Arrival late = arrival(arrivals, id);
      answer.late(late.row(), late.watermark());
    }
    events.stream()
        .filter(event -> event instanceof BrokenLine line && ids("dead").contains(line.id()))
        .forEach(event -> answer.broken((BrokenLine) event));
    return answer;
  }

  private List<Integer> ids(String end) {
    List<Integer> ids = new ArrayList<>(expected.alone().getOrDefault(end + "_left", List.of()));
    ids.addAll(expected.alone().getOrDefault(end + "_right", List.of()));
    return ids;
  }

  private Arrival arrival(Map<Integer, Arrival> arrivals, int id) {
    Arrival arrival = arrivals.get(id);
    if (arrival == null) {
      throw new IllegalStateException(name + ": expects row " + id + ", which is not there");
    }
    return arrival;
  }

  /** A row, and the watermark of the join when it arrives. */
  record Arrival(StreamRow row, long watermark) {
    boolean isPastItsExpiry(JoinSetting join) {
      return join.expiry(row.side(), row.time()) < watermark;
    }

    boolean isOnTime(JoinSetting join) {
      return row.time() >= watermark && !isPastItsExpiry(join);
    }
  }

  /** What the case shows, if its answer comes out. */
  Set<Feature> features() {
    Set<Feature> features = EnumSet.of(feature());
    if (!answer().broken().isEmpty()) {
      features.add(Feature.DEAD_LETTERS);
    }
    return features;
  }

  private Feature feature() {
    return switch (theme) {
      case "peers" -> Feature.PEERS_CASES;
      case "bounds" -> Feature.BOUNDS;
      case "expiry" -> Feature.EXPIRY;
      case "lateness" -> Feature.LATENESS;
      case "late" -> join.divert() ? Feature.LATE_DIVERT : Feature.LATE_JOIN;
      case "keys" -> Feature.KEYS;
      case "types" -> Feature.JOIN_TYPES;
      case "streams" -> Feature.STREAMS;
      case "windows" -> Feature.WINDOWS;
      default -> throw new IllegalStateException(name + ": no feature for the theme " + theme);
    };
  }

  private Map<Integer, Arrival> arrivals() {
    Map<Integer, Arrival> arrivals = new HashMap<>();
    Watermark watermark = new Watermark();
    for (Event event : events) {
      if (event instanceof StreamRow row) {
        arrivals.put(row.id(), new Arrival(row, watermark.least()));
      } else if (event instanceof Mark mark) {
        watermark.take(mark);
      }
    }
    return arrivals;
  }

  /** Whether every row comes before the watermark has passed its time or its expiry. */
  public boolean isOnTime() {
    return arrivals().values().stream().allMatch(row -> row.isOnTime(join));
  }

  /** The watermark of the join: the lesser of both inputs'. */
  static final class Watermark {
    private long left = Long.MIN_VALUE;
    private long right = Long.MIN_VALUE;

    void take(Mark mark) {
      if (mark.side() == JoinSide.LEFT) {
        left = Math.max(left, mark.time());
      } else {
        right = Math.max(right, mark.time());
      }
    }

    long least() {
      return Math.min(left, right);
    }
  }
}
