package dev.mortise.conformance;

import dev.mortise.join.JoinSide;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The right answer to a script: the contract's sentences, over lists that are walked from end to
 * end, with the watermark the lesser of both inputs'. A script ends with the watermark at the end
 * of time.
 */
public final class ScriptOracle {
  private final JoinSetting join;
  private final Answer answer = new Answer();
  private final Map<Object, List<StreamRow>> waiting = new HashMap<>();
  private long left = Long.MIN_VALUE;
  private long right = Long.MIN_VALUE;

  private ScriptOracle(JoinSetting join) {
    this.join = join;
  }

  /** What should come out of {@code join} for a script of {@code events}. */
  public static Answer answer(JoinSetting join, List<? extends Event> events) {
    ScriptOracle oracle = new ScriptOracle(join);
    for (Event event : events) {
      oracle.take(event);
    }
    oracle.expire(Long.MAX_VALUE);
    return oracle.answer;
  }

  private void take(Event event) {
    if (event instanceof StreamRow row) {
      arrive(row);
    } else if (event instanceof Mark mark) {
      if (mark.side() == JoinSide.LEFT) {
        left = Math.max(left, mark.time());
      } else {
        right = Math.max(right, mark.time());
      }
      expire(watermark());
    } else {
      answer.broken((BrokenLine) event);
    }
  }

  private long watermark() {
    return Math.min(left, right);
  }

  private void arrive(StreamRow row) {
    Object key = row.joinKey(join);
    if (key == null) {
      answer.nullKey(row);
      return;
    }
    if (join.divert() && row.time() < watermark()) {
      answer.late(row, watermark());
      return;
    }
    List<StreamRow> ofKey = waiting.computeIfAbsent(key, unseen -> new ArrayList<>());
    boolean found = false;
    for (StreamRow other : ofKey) {
      if (other.side() != row.side() && matches(row, other)) {
        pair(row, other);
        found = true;
      }
    }
    if (join.expiry(row.side(), row.time()) >= watermark()) {
      ofKey.add(row);
    } else if (found) {
      answer.lateMatched(row);
    } else {
      answer.late(row, watermark());
    }
  }

  private boolean matches(StreamRow a, StreamRow b) {
    return a.side() == JoinSide.LEFT
        ? join.matches(a.time(), b.time())
        : join.matches(b.time(), a.time());
  }

  private void pair(StreamRow a, StreamRow b) {
    if (a.side() == JoinSide.LEFT) {
      answer.pair(a, b);
    } else {
      answer.pair(b, a);
    }
  }

  private void expire(long watermark) {
    waiting.values().forEach(rows -> rows.removeIf(row -> isExpired(row, watermark)));
    waiting.values().removeIf(List::isEmpty);
  }

  private boolean isExpired(StreamRow row, long watermark) {
    if (join.expiry(row.side(), row.time()) >= watermark) {
      return false;
    }
    if (!answer.isMatched(row)) {
      answer.unmatched(row);
    }
    return true;
  }
}
