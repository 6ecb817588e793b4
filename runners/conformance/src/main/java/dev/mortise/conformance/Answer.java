package dev.mortise.conformance;

import dev.mortise.join.JoinSide;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What should come out of a join, whatever its type emits of it. */
public final class Answer {
  /** Two rows that match. */
  public record Pair(StreamRow left, StreamRow right) {}

  /** A row that came too late, and the watermark that it met. */
  public record Late(StreamRow row, long watermark) {}

  /** How many rows of a side met which end, as the summary of a run counts them. */
  public record Counts(
      long read,
      long matched,
      long lateMatched,
      long unmatched,
      long late,
      long nullKey,
      long dead) {}

  private final List<Pair> pairs = new ArrayList<>();
  private final List<StreamRow> unmatched = new ArrayList<>();
  private final List<StreamRow> nullKeys = new ArrayList<>();
  private final List<Late> late = new ArrayList<>();
  private final List<BrokenLine> broken = new ArrayList<>();
  private final Map<JoinSide, BitSet> matched = new EnumMap<>(JoinSide.class);
  private final Set<StreamRow> lateMatched = new LinkedHashSet<>();

  /** An answer that is empty so far. */
  public Answer() {
    for (JoinSide side : JoinSide.values()) {
      matched.put(side, new BitSet());
    }
  }

  void pair(StreamRow left, StreamRow right) {
    pairs.add(new Pair(left, right));
    ids(JoinSide.LEFT).set(left.id());
    ids(JoinSide.RIGHT).set(right.id());
  }

  /** The row found partners although its own expiry had passed. */
  void lateMatched(StreamRow row) {
    lateMatched.add(row);
  }

  void unmatched(StreamRow row) {
    unmatched.add(row);
  }

  void nullKey(StreamRow row) {
    nullKeys.add(row);
  }

  void late(StreamRow row, long watermark) {
    late.add(new Late(row, watermark));
  }

  void broken(BrokenLine line) {
    broken.add(line);
  }

  boolean isMatched(StreamRow row) {
    return ids(row.side()).get(row.id());
  }

  private BitSet ids(JoinSide side) {
    BitSet ofSide = matched.get(side);
    if (ofSide == null) {
      throw new IllegalStateException("Answer: has no ids of " + side);
    }
    return ofSide;
  }

  /** Takes all of {@code other}, whose rows have other ids. */
  void addAll(Answer other) {
    other.pairs.forEach(pair -> pair(pair.left(), pair.right()));
    lateMatched.addAll(other.lateMatched);
    unmatched.addAll(other.unmatched);
    nullKeys.addAll(other.nullKeys);
    late.addAll(other.late);
    broken.addAll(other.broken);
  }

  /** All matching pairs. */
  public List<Pair> pairs() {
    return pairs;
  }

  /** Rows of both sides that expired without a partner. */
  public List<StreamRow> unmatched() {
    return unmatched;
  }

  /** Rows of both sides that have no key. */
  public List<StreamRow> nullKeys() {
    return nullKeys;
  }

  /** Rows of both sides that came too late. */
  public List<Late> late() {
    return late;
  }

  Set<StreamRow> lateMatchedRows() {
    return lateMatched;
  }

  List<BrokenLine> broken() {
    return broken;
  }

  /** What the summary of a run should count for {@code side}. */
  public Counts counts(JoinSide side) {
    long matchedRows = ids(side).cardinality();
    long unmatchedRows = unmatched.stream().filter(row -> row.side() == side).count();
    long lateRows = late.stream().filter(row -> row.row().side() == side).count();
    long withoutKey = nullKeys.stream().filter(row -> row.side() == side).count();
    long dead = broken.stream().filter(line -> line.side() == side).count();
    return new Counts(
        matchedRows + unmatchedRows + lateRows + withoutKey + dead,
        matchedRows,
        lateMatched.stream().filter(row -> row.side() == side).count(),
        unmatchedRows,
        lateRows,
        withoutKey,
        dead);
  }

  /** The ends that rows met, by their ids, sorted: {@code pair 1-2}, {@code late right 5}. */
  public List<String> ends() {
    List<String> ends = new ArrayList<>();
    pairs.forEach(pair -> ends.add("pair " + pair.left().id() + "-" + pair.right().id()));
    unmatched.forEach(row -> ends.add("unmatched " + name(row)));
    nullKeys.forEach(row -> ends.add("null key " + name(row)));
    late.forEach(row -> ends.add("late " + name(row.row())));
    broken.forEach(line -> ends.add("dead " + name(line.side()) + " " + line.id()));
    ends.sort(null);
    return ends;
  }

  private static String name(StreamRow row) {
    return name(row.side()) + " " + row.id();
  }

  static String name(JoinSide side) {
    return side == JoinSide.LEFT ? "left" : "right";
  }
}
