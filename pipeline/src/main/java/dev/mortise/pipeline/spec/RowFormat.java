package dev.mortise.pipeline.spec;

/** How a row is written in a file. */
public enum RowFormat {
  /** JSON Lines: one object a line. */
  JSON,
  /** RFC 4180 with a header row. */
  CSV
}
