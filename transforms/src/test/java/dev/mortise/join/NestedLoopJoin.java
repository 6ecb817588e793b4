package dev.mortise.join;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The oracle: the contract's sentences, one by one, over lists that are walked from end to end. It
 * shares no code with the join beyond the interval's four numbers.
 */
final class NestedLoopJoin {
  private NestedLoopJoin() {}

  static Outcome run(Timeline timeline, JoinInterval interval) {
    long lower = interval.lower().getMillis();
    long upper = interval.upper().getMillis();
    long lateness = interval.allowedLateness().getMillis();
    Outcome outcome = new Outcome();
    List<Timeline.Row> kept = new ArrayList<>();
    Set<Integer> everMatched = new HashSet<>();
    Timeline.Watermark watermarks = new Timeline.Watermark();
    for (Timeline.Event event : timeline.events()) {
      if (event instanceof Timeline.Mark mark) {
        watermarks.apply(mark);
        expire(kept, everMatched, watermarks.least(), lower, upper, lateness, outcome);
        continue;
      }
      Timeline.Row row = (Timeline.Row) event;
      long watermark = watermarks.least();
      if (interval.lateRows() == LateRows.DIVERT && row.time() < watermark) {
        outcome.late(row.side()).add(row.id());
        continue;
      }
      boolean matches = false;
      for (Timeline.Row other : kept) {
        if (other.side() != row.side() && other.key().equals(row.key())) {
          Timeline.Row left = row.side() == JoinSide.LEFT ? row : other;
          Timeline.Row right = row.side() == JoinSide.LEFT ? other : row;
          long gap = right.time() - left.time();
          if (lower <= gap && gap <= upper) {
            outcome.pair(left.id(), right.id());
            everMatched.add(other.id());
            matches = true;
          }
        }
      }
      if (expiry(row, lower, upper, lateness) < watermark) {
        if (!matches) {
          outcome.late(row.side()).add(row.id());
        }
      } else {
        kept.add(row);
        if (matches) {
          everMatched.add(row.id());
        }
      }
    }
    expire(kept, everMatched, Timeline.END, lower, upper, lateness, outcome);
    return outcome;
  }

  private static long expiry(Timeline.Row row, long lower, long upper, long lateness) {
    return row.side() == JoinSide.LEFT
        ? row.time() + upper + lateness
        : row.time() - lower + lateness;
  }

  private static void expire(
      List<Timeline.Row> kept,
      Set<Integer> everMatched,
      long watermark,
      long lower,
      long upper,
      long lateness,
      Outcome outcome) {
    kept.removeIf(
        row -> {
          boolean expired = expiry(row, lower, upper, lateness) < watermark;
          if (expired && !everMatched.contains(row.id())) {
            outcome.unmatched(row.side()).add(row.id());
          }
          return expired;
        });
  }
}
