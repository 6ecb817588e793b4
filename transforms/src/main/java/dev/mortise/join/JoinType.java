package dev.mortise.join;

/**
 * Which sides' unmatched rows a join emits. Pairs, late rows and every counter are the same for all
 * four.
 */
public enum JoinType {
  /** Pairs only. */
  INNER,
  /** Pairs, and left rows that never matched. */
  LEFT,
  /** Pairs, and right rows that never matched. */
  RIGHT,
  /** Pairs, and the rows of both sides that never matched. */
  FULL;

  /** Whether unmatched rows of {@code side} are emitted. */
  public boolean emitsUnmatched(JoinSide side) {
    return this == FULL || this == (side == JoinSide.LEFT ? LEFT : RIGHT);
  }
}
