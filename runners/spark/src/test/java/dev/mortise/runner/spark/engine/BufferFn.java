package dev.mortise.runner.spark.engine;

import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Distribution;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.state.BagState;
import org.apache.beam.sdk.state.CombiningState;
import org.apache.beam.sdk.state.MapState;
import org.apache.beam.sdk.state.SetState;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.vendor.guava.v32_1_2_jre.com.google.common.collect.Iterables;
import org.joda.time.Duration;
import org.joda.time.Instant;

/**
 * Keeps each key's rows until the watermark has passed the first of them by {@link #WAIT}, and
 * emits them then, with the first one's time; the output watermark waits for them. Uses each kind
 * of state.
 */
final class BufferFn extends DoFn<KV<String, Integer>, KV<String, Integer>> {
  private static final long serialVersionUID = 1L;
  static final long WAIT = 1_000;
  static final TupleTag<KV<String, Integer>> ROWS = new TupleTag<>("rows");
  static final TupleTag<String> TOTALS = new TupleTag<>("totals");

  private final Counter emitted = Metrics.counter(BufferFn.class, "emitted");
  private final Distribution values = Metrics.distribution(BufferFn.class, "values");

  @StateId("rows")
  private final StateSpec<BagState<Integer>> rowsSpec = StateSpecs.bag(VarIntCoder.of());

  @StateId("distinct")
  private final StateSpec<SetState<Integer>> distinctSpec = StateSpecs.set(VarIntCoder.of());

  @StateId("times")
  private final StateSpec<MapState<Integer, Integer>> timesSpec =
      StateSpecs.map(VarIntCoder.of(), VarIntCoder.of());

  @StateId("sum")
  private final StateSpec<CombiningState<Integer, int[], Integer>> sumSpec =
      StateSpecs.combining(Sum.ofIntegers());

  @StateId("first")
  private final StateSpec<ValueState<Instant>> firstSpec = StateSpecs.value();

  @TimerId("expire")
  private final TimerSpec expireSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

  @ProcessElement
  public void process(
      @Element KV<String, Integer> row,
      @Timestamp Instant time,
      @StateId("rows") BagState<Integer> rows,
      @StateId("distinct") SetState<Integer> distinct,
      @StateId("times") MapState<Integer, Integer> times,
      @StateId("sum") CombiningState<Integer, int[], Integer> sum,
      @StateId("first") ValueState<Instant> first,
      @TimerId("expire") Timer expire) {
    values.update(row.getValue());
    rows.add(row.getValue());
    distinct.add(row.getValue());
    Integer seen = times.get(row.getValue()).read();
    times.put(row.getValue(), seen == null ? 1 : seen + 1);
    sum.add(row.getValue());
    Instant before = first.read();
    if (before == null || time.isBefore(before)) {
      first.write(time);
      expire.withOutputTimestamp(time).set(time.plus(Duration.millis(WAIT)));
    }
  }

  @OnTimer("expire")
  public void expire(
      @Key String key,
      @StateId("rows") BagState<Integer> rows,
      @StateId("distinct") SetState<Integer> distinct,
      @StateId("times") MapState<Integer, Integer> times,
      @StateId("sum") CombiningState<Integer, int[], Integer> sum,
      @StateId("first") ValueState<Instant> first,
      MultiOutputReceiver out) {
    int count = 0;
    for (int row : rows.read()) {
      out.get(ROWS).output(KV.of(key, row));
      count++;
    }
    emitted.inc(count);
    int repeats = 0;
    for (int times1 : times.values().read()) {
      repeats += times1 - 1;
    }
    int different = Iterables.size(distinct.read());
    out.get(TOTALS)
        .output(
            String.format(
                "%s: %d rows, %d different, %d repeats, sum %d",
                key, count, different, repeats, sum.read()));
    rows.clear();
    distinct.clear();
    times.clear();
    sum.clear();
    first.clear();
  }
}
