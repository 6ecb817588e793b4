package dev.mortise.window;

import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;

/** What {@link DivertTooLate} does where the input is bounded, and no row is ever too late. */
final class CountRows<K, V> extends DoFn<KV<K, V>, KV<K, V>> {
  private static final long serialVersionUID = 1L;

  private final WindowSpec windows;
  private final RowTally tally = new RowTally();

  CountRows(WindowSpec windows) {
    this.windows = windows;
  }

  @ProcessElement
  public void processElement(
      @Element KV<K, V> row, @Timestamp Instant time, OutputReceiver<KV<K, V>> out) {
    tally.row(windows, time);
    out.output(row);
  }

  @FinishBundle
  public void finishBundle() {
    tally.flush();
  }
}
