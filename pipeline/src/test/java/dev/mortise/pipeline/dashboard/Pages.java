package dev.mortise.pipeline.dashboard;

import dev.mortise.pipeline.summary.CounterTotals;
import dev.mortise.pipeline.summary.FakeMetrics;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** What pages of tests show. */
final class Pages {
  private Pages() {}

  /** Counters that grow each time they are asked for. */
  static CounterTotals growing(AtomicLong asked) {
    long n = asked.incrementAndGet();
    return CounterTotals.of(
        new FakeMetrics()
            .attempted("Read", "inputs", "orders_rows_read", 100 * n)
            .attempted("Read", "inputs", "payments_rows_read", 90 * n)
            .attempted("Join", "interval_join", "left_rows_stored", 100 * n)
            .attempted("Join", "interval_join", "left_rows_expired", 90 * n)
            .attempted("Join", "interval_join", "left_matched_rows", 80 * n)
            .attempted("Join", "interval_join", "right_matched_rows", 80 * n)
            .attempted("Join", "interval_join", "left_unmatched_rows", 20 * n)
            .attempted("Join", "interval_join", "right_late_rows", n)
            .attempted("Join", "interval_join", "pairs", 80 * n));
  }

  /** One slider, which remembers what it was set to. */
  static final class OneSlider implements Controls {
    volatile double value = 8;

    @Override
    public List<Slider> sliders() {
      return List.of(new Slider("delay", "Delay", "s", 0, 60, 1, value, "How late they are."));
    }

    @Override
    public void set(String id, double to) {
      if (!id.equals("delay") || to > 60) {
        throw new IllegalArgumentException("delay: must be from 0 to 60, but is " + to + ".");
      }
      value = to;
    }

    @Override
    public String now() {
      return "All is well.";
    }

    @Override
    public List<Long> gaps() {
      return List.of(60_000L, 2_400_000L);
    }
  }
}
