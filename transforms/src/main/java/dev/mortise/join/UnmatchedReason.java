package dev.mortise.join;

/** Why a row is in an unmatched output. */
public enum UnmatchedReason {
  /** The row expired without a partner. */
  NO_MATCH,
  /** The row has no key, and a missing key equals nothing. */
  NULL_KEY
}
