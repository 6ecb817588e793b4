package dev.mortise.conformance;

import dev.mortise.join.JoinSide;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts cases with the same join into one script, one after the other, since a pipeline is dear to
 * start. Each case gets keys, ids and a stretch of time of its own, and begins behind a watermark
 * at which nothing of it is late.
 */
final class CaseChain {
  private final List<Event> events = new ArrayList<>();
  private final Answer answer = new Answer();
  private final List<String> names = new ArrayList<>();
  private final Set<Feature> features = EnumSet.noneOf(Feature.class);
  private long floor;
  private int nextId;

  private CaseChain() {}

  /** The scripts that {@code cases} make. */
  static List<Script> scripts(List<Case> cases) {
    List<Script> scripts = new ArrayList<>();
    Map<JoinSetting, CaseChain> chains = new LinkedHashMap<>();
    for (Case one : cases) {
      if (standsAlone(one)) {
        scripts.add(Script.of(one));
      } else {
        chains.computeIfAbsent(one.join(), unseen -> new CaseChain()).add(one);
      }
    }
    chains.forEach(
        (join, chain) ->
            scripts.add(
                new Script(
                    String.join(", ", chain.names),
                    join,
                    chain.events,
                    chain.answer,
                    chain.features)));
    return scripts;
  }

  /** Times before 1970 would be moved behind it, and an empty input filled by the next case. */
  private static boolean standsAlone(Case one) {
    return one.events().stream().anyMatch(event -> event instanceof StreamRow row && row.time() < 0)
        || rows(one.events(), JoinSide.LEFT) == 0
        || rows(one.events(), JoinSide.RIGHT) == 0;
  }

  private static long rows(List<Event> events, JoinSide side) {
    return events.stream()
        .filter(event -> event instanceof StreamRow row && row.side() == side)
        .count();
  }

  private void add(Case one) {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    int lastId = 0;
    for (Event event : one.events()) {
      if (event instanceof StreamRow row) {
        long expiry = one.join().expiry(row.side(), row.time());
        first = Math.min(first, Math.min(row.time(), expiry));
        last = Math.max(last, Math.max(row.time(), expiry));
        lastId = Math.max(lastId, row.id());
      } else if (event instanceof Mark mark && mark.time() != Script.END) {
        last = Math.max(last, mark.time());
      } else if (event instanceof BrokenLine line) {
        lastId = Math.max(lastId, line.id());
      }
    }
    if (!names.isEmpty()) {
      events.add(new Mark(JoinSide.LEFT, floor));
      events.add(new Mark(JoinSide.RIGHT, floor));
    }
    long shift = names.isEmpty() ? 0 : floor - first;
    long end = last + shift + 1;
    Case moved = moved(one, shift, end);
    events.addAll(moved.events());
    answer.addAll(moved.answer());
    names.add(one.name());
    features.addAll(one.features());
    floor = end;
    nextId += lastId + 1;
  }

  private Case moved(Case one, long shift, long end) {
    String prefix = "c" + names.size() + "-";
    List<Event> moved = new ArrayList<>();
    for (Event event : one.events()) {
      if (event instanceof StreamRow row) {
        String key = row.k() == null ? null : prefix + row.k();
        moved.add(new StreamRow(row.side(), row.id() + nextId, key, row.n(), row.time() + shift));
      } else if (event instanceof Mark mark) {
        moved.add(new Mark(mark.side(), mark.time() == Script.END ? end : mark.time() + shift));
      } else {
        BrokenLine line = (BrokenLine) event;
        moved.add(new BrokenLine(line.side(), line.id() + nextId));
      }
    }
    return new Case(
        one.theme(), one.name(), one.join(), moved, one.expected().renumbered(nextId), null);
  }
}
