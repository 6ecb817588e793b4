package dev.mortise.pipeline.graph;

import dev.mortise.join.JoinedPair;
import dev.mortise.pipeline.summary.MetricNames;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PDone;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Publishes quantiles of the gap between partners as counters, once the stream has ended: counters
 * are the one thing that comes back from any runner.
 *
 * <p>One histogram in the state of one key, and not a Combine: the Direct runner keeps every input
 * of a Combine until its window closes, and copies them all for each bundle. Every pair is counted.
 */
final class SummarizeGaps extends PTransform<PCollection<JoinedPair<Row, Row, Row>>, PDone> {
  private static final long serialVersionUID = 1L;

  @Override
  public PDone expand(PCollection<JoinedPair<Row, Row, Row>> pairs) {
    pairs
        .apply("CountGaps", ParDo.of(new CountFn()))
        .setCoder(KvCoder.of(VarIntCoder.of(), GapHistogramCoder.of()))
        .apply("PublishGaps", ParDo.of(new PublishFn()))
        .setCoder(VoidCoder.of());
    return PDone.in(pairs.getPipeline());
  }

  /** Counts the gaps of a bundle. */
  static final class CountFn extends DoFn<JoinedPair<Row, Row, Row>, KV<Integer, GapHistogram>> {
    private static final long serialVersionUID = 1L;
    private static final int ONE_KEY = 0;

    private transient @Nullable GapHistogram bundle;

    @ProcessElement
    public void count(@Element JoinedPair<Row, Row, Row> pair) {
      GapHistogram gaps = bundle;
      if (gaps == null) {
        gaps = new GapHistogram();
        bundle = gaps;
      }
      gaps.add(pair.gap().getMillis());
    }

    @FinishBundle
    public void finish(FinishBundleContext context) {
      if (bundle != null) {
        GlobalWindow window = GlobalWindow.INSTANCE;
        context.output(KV.of(ONE_KEY, bundle), window.maxTimestamp(), window);
        bundle = null;
      }
    }
  }

  /** Gathers the counts, and publishes their quantiles at the end of time. */
  static final class PublishFn extends DoFn<KV<Integer, GapHistogram>, Void> {
    private static final long serialVersionUID = 1L;
    private static final String GAPS = "gaps";
    private static final String END = "end";

    @StateId(GAPS)
    private final StateSpec<ValueState<GapHistogram>> gapsSpec =
        StateSpecs.value(GapHistogramCoder.of());

    @TimerId(END)
    private final TimerSpec endSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

    @ProcessElement
    public void gather(
        @Element KV<Integer, GapHistogram> element,
        @StateId(GAPS) ValueState<GapHistogram> gaps,
        @TimerId(END) Timer end) {
      GapHistogram before = gaps.read();
      if (before == null) {
        end.set(GlobalWindow.INSTANCE.maxTimestamp());
        gaps.write(element.getValue());
        return;
      }
      // What a state returned may be shared with a snapshot under way: it is never changed.
      GapHistogram all = before.copy();
      all.addAll(element.getValue());
      gaps.write(all);
    }

    @OnTimer(END)
    public void publish(@StateId(GAPS) ValueState<GapHistogram> gaps) {
      GapHistogram all = gaps.read();
      if (all == null) {
        return;
      }
      publish(MetricNames.GAP_MIN, all.min());
      publish(MetricNames.GAP_P50, all.quantile(0.50));
      publish(MetricNames.GAP_P90, all.quantile(0.90));
      publish(MetricNames.GAP_P99, all.quantile(0.99));
      publish(MetricNames.GAP_MAX, all.max());
      gaps.clear();
    }

    private static void publish(String name, long value) {
      Metrics.counter(MetricNames.SUMMARY, name).inc(value);
    }
  }
}
