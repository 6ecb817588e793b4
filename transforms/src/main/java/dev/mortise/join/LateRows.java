package dev.mortise.join;

/** What a join does with a row that arrives behind the watermark. */
public enum LateRows {
  /**
   * A row behind the watermark takes part as long as its own expiry is ahead of the watermark. Past
   * its expiry it is not stored, but still probes the other side: with a partner it is a pair,
   * without one it goes to the late output.
   */
  JOIN,
  /** Any row behind the watermark goes to the late output, without probing. */
  DIVERT
}
