package dev.mortise.metric;

import java.io.Serializable;
import java.util.HashMap;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;

/**
 * Counters of one namespace. Everything that a dashboard needs is a Counter, histograms too (a
 * counter for each bucket): Flink's Prometheus reporter shows distributions as zero.
 */
public final class NamedCounters implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String namespace;
  private final HashMap<String, Counter> counters = new HashMap<>();

  /** Counters of {@code namespace}, one literal without dots. */
  public NamedCounters(String namespace) {
    this.namespace = namespace;
  }

  /**
   * Adds {@code amount}, which may be negative; a counter that nothing was added to is not made.
   */
  public void add(String name, long amount) {
    if (amount != 0) {
      counters.computeIfAbsent(name, n -> Metrics.counter(namespace, n)).inc(amount);
    }
  }
}
