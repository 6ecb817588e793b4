package dev.mortise.join;

/** One of the two inputs of a join. */
public enum JoinSide {
  LEFT,
  RIGHT;

  /** The other input. */
  public JoinSide other() {
    return this == LEFT ? RIGHT : LEFT;
  }
}
