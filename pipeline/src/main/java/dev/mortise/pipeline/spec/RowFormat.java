package dev.mortise.pipeline.spec;

/** How a row is written. */
public enum RowFormat {
  /** JSON Lines: one object a line. */
  JSON,
  /** RFC 4180 with a header row. */
  CSV,
  /**
   * Files are object containers; records of Kafka are that, plain binary, or Confluent's format.
   */
  AVRO
}
