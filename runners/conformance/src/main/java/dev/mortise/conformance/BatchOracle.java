package dev.mortise.conformance;

import dev.mortise.join.JoinSide;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The right answer where no row is late, whatever the order of arrival: per key, both sides sorted
 * by time, and a range of the right side that moves along with the left. It shares nothing with the
 * join, and takes seconds for millions of rows.
 */
public final class BatchOracle {
  private final JoinSetting join;
  private final Answer answer = new Answer();

  private BatchOracle(JoinSetting join) {
    this.join = join;
  }

  /** What should come out of {@code join}. */
  public static Answer answer(JoinSetting join, List<StreamRow> left, List<StreamRow> right) {
    BatchOracle oracle = new BatchOracle(join);
    Map<Object, List<StreamRow>> lefts = oracle.byKey(left);
    Map<Object, List<StreamRow>> rights = oracle.byKey(right);
    lefts.forEach((key, rows) -> oracle.sweep(rows, rights.getOrDefault(key, List.of())));
    oracle.collectUnmatched(lefts);
    oracle.collectUnmatched(rights);
    return oracle.answer;
  }

  private Map<Object, List<StreamRow>> byKey(List<StreamRow> rows) {
    Map<Object, List<StreamRow>> byKey = new HashMap<>();
    for (StreamRow row : rows) {
      Object key = row.joinKey(join);
      if (key == null) {
        answer.nullKey(row);
      } else {
        byKey.computeIfAbsent(key, unseen -> new ArrayList<>()).add(row);
      }
    }
    byKey.values().forEach(ofKey -> ofKey.sort(Comparator.comparingLong(StreamRow::time)));
    return byKey;
  }

  private void sweep(List<StreamRow> lefts, List<StreamRow> rights) {
    int from = 0;
    for (StreamRow left : lefts) {
      while (from < rights.size() && rights.get(from).time() - left.time() < join.first()) {
        from++;
      }
      for (int at = from; at < rights.size(); at++) {
        if (!join.matches(left.time(), rights.get(at).time())) {
          break;
        }
        answer.pair(left, rights.get(at));
      }
    }
  }

  private void collectUnmatched(Map<Object, List<StreamRow>> byKey) {
    for (List<StreamRow> rows : byKey.values()) {
      for (StreamRow row : rows) {
        if (!answer.isMatched(row)) {
          answer.unmatched(row);
        }
      }
    }
  }

  /** The rows of a side, in their order. */
  static List<StreamRow> of(JoinSide side, List<? extends Event> events) {
    List<StreamRow> rows = new ArrayList<>();
    for (Event event : events) {
      if (event instanceof StreamRow row && row.side() == side) {
        rows.add(row);
      }
    }
    return rows;
  }
}
