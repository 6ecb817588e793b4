package dev.mortise.bench;

/** How the rows of a workload are spread over keys. */
public enum Keys {
  /** Each of the keys as often as any other. */
  UNIFORM,
  /** The n-th key with a frequency of 1/n. */
  ZIPF,
  /** A key for each left row; a right row has the key of one left row, or of none. */
  PARTNERED,
  /** Auctions and their bids: half of the bids go to few hot auctions, the rest to recent ones. */
  AUCTIONS
}
