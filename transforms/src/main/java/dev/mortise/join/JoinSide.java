package dev.mortise.join;

/** One of the two inputs of a join. */
public enum JoinSide {
  LEFT(0),
  RIGHT(1);

  /** The side in state and shuffle, and as an index. Never changes. */
  private final byte code;

  JoinSide(int code) {
    this.code = (byte) code;
  }

  byte code() {
    return code;
  }

  /** The other input. */
  public JoinSide other() {
    return this == LEFT ? RIGHT : LEFT;
  }
}
