package dev.mortise.join;

import java.util.Collection;
import java.util.TreeSet;

/** What a full join makes of a timeline; pairs are {@code left-right}, rows their numbers. */
record Outcome(
    Sorted<String> matched,
    Sorted<Integer> unmatchedLeft,
    Sorted<Integer> unmatchedRight,
    Sorted<Integer> lateLeft,
    Sorted<Integer> lateRight) {

  Outcome() {
    this(new Sorted<>(), new Sorted<>(), new Sorted<>(), new Sorted<>(), new Sorted<>());
  }

  /** A set that refuses to take a value twice: nothing may be emitted more than once. */
  static final class Sorted<T extends Comparable<T>> extends TreeSet<T> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean add(T value) {
      if (!super.add(value)) {
        throw new AssertionError("emitted twice: " + value);
      }
      return true;
    }

    @Override
    public boolean addAll(Collection<? extends T> values) {
      values.forEach(this::add);
      return true;
    }
  }

  void pair(int left, int right) {
    matched.add(left + "-" + right);
  }

  Sorted<Integer> unmatched(JoinSide side) {
    return side == JoinSide.LEFT ? unmatchedLeft : unmatchedRight;
  }

  Sorted<Integer> late(JoinSide side) {
    return side == JoinSide.LEFT ? lateLeft : lateRight;
  }

  /** The outcome with the sides swapped. */
  Outcome mirrored() {
    Outcome mirror = new Outcome();
    for (String pair : matched) {
      int dash = pair.indexOf('-', 1);
      mirror.pair(
          Integer.parseInt(pair.substring(dash + 1)), Integer.parseInt(pair.substring(0, dash)));
    }
    mirror.unmatchedLeft.addAll(unmatchedRight);
    mirror.unmatchedRight.addAll(unmatchedLeft);
    mirror.lateLeft.addAll(lateRight);
    mirror.lateRight.addAll(lateLeft);
    return mirror;
  }
}
