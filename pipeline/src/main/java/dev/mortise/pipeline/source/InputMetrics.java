package dev.mortise.pipeline.source;

import dev.mortise.pipeline.spec.Names;
import java.io.Serializable;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;

/**
 * The counters of an input: {@code <input>_rows_read} counts every record, {@code
 * <input>_dead_letters} those of them that became no row, {@code <input>_rows_ahead} those of them
 * that are dated further ahead of the clock than {@code watermark.max_future} allows, whether they
 * became rows or dead letters.
 */
public final class InputMetrics implements Serializable {
  private static final long serialVersionUID = 1L;

  public static final String NAMESPACE = "inputs";

  /** Counts a script's lines that belong to no input; they are in no input's counters. */
  public static final String STRAY_DEAD_LETTERS = "stray_dead_letters";

  private final Counter rowsRead;
  private final Counter deadLetters;
  private final Counter rowsAhead;

  private InputMetrics(String input) {
    this.rowsRead = Metrics.counter(NAMESPACE, rowsRead(input));
    this.deadLetters = Metrics.counter(NAMESPACE, deadLetters(input));
    this.rowsAhead = Metrics.counter(NAMESPACE, rowsAhead(input));
  }

  static InputMetrics of(String input) {
    return new InputMetrics(input);
  }

  static Counter strayDeadLetters() {
    return Metrics.counter(NAMESPACE, STRAY_DEAD_LETTERS);
  }

  /** The name of the counter of an input's records. */
  public static String rowsRead(String input) {
    return Names.inCounters(input) + "_rows_read";
  }

  /** The name of the counter of an input's records that became no row. */
  public static String deadLetters(String input) {
    return Names.inCounters(input) + "_dead_letters";
  }

  /** The name of the counter of an input's records that are dated too far ahead. */
  public static String rowsAhead(String input) {
    return Names.inCounters(input) + "_rows_ahead";
  }

  /**
   * The name of the gauge of how far an input's watermark is behind processing time, in
   * milliseconds: the least of the partitions that the process reads.
   */
  public static String watermarkLag(String input) {
    return Names.inCounters(input) + "_watermark_lag_ms";
  }

  void ahead(long records) {
    if (records > 0) {
      rowsAhead.inc(records);
    }
  }

  void read(long records, long dead) {
    rowsRead.inc(records);
    if (dead > 0) {
      deadLetters.inc(dead);
    }
  }
}
