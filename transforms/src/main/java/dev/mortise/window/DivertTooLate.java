package dev.mortise.window;

import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;

/**
 * Takes out the rows that the grouping behind it would drop without a word, because all their
 * windows have expired.
 *
 * <p>No row that passes is dropped there. Both steps judge it by the same rule, each by its own
 * watermark, so it is enough that the grouping's watermark, when the row gets there, is not past
 * the one that the row met here. A step's watermark never goes past its producer's, and between the
 * two steps there is only this row's way. While a row is under way it holds the watermark of the
 * step that it goes to where it is, even a row that is itself behind it (Direct); or rows and
 * watermarks of a channel keep their order, and the grouping's watermark is the least of its
 * channels' (Flink); or all rows of a batch come before its watermark moves (the engine on Spark).
 * The other way round does not hold: the grouping may lag, and would have taken a row that is
 * called too late here.
 *
 * <p>It keeps no state. The timer is never set: Beam shows a DoFn its input watermark only as the
 * time that a timer counts from, and a timer wants a key. The user's own key costs no more than
 * another, and spreads the rows as the grouping does.
 */
final class DivertTooLate<K, V> extends DoFn<KV<K, V>, KV<K, V>> {
  private static final long serialVersionUID = 1L;

  private static final String WATERMARK = "watermark";

  @TimerId(WATERMARK)
  private final TimerSpec watermarkSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

  private final WindowSpec windows;
  private final TupleTag<KV<K, V>> inTime;
  private final TupleTag<TooLateRow<K, V>> tooLate;
  private final RowTally tally = new RowTally();

  DivertTooLate(WindowSpec windows, TupleTag<KV<K, V>> inTime, TupleTag<TooLateRow<K, V>> tooLate) {
    this.windows = windows;
    this.inTime = inTime;
    this.tooLate = tooLate;
  }

  @ProcessElement
  public void processElement(
      @Element KV<K, V> row,
      @Timestamp Instant time,
      @TimerId(WATERMARK) Timer timer,
      MultiOutputReceiver out) {
    tally.row(windows, time);
    Instant watermark = timer.getCurrentRelativeTime();
    int expired = windows.windowsExpired(time, watermark);
    if (expired > 0 && expired == windows.windows(time)) {
      tally.tooLate++;
      out.get(tooLate)
          .output(new TooLateRow<>(row.getKey(), row.getValue(), time, watermark, expired));
    } else {
      tally.missed += expired;
      out.get(inTime).output(row);
    }
  }

  @OnTimer(WATERMARK)
  public void never() {
    // Beam wants it.
  }

  @FinishBundle
  public void finishBundle() {
    tally.flush();
  }
}
