package dev.mortise.runner.spark.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.joda.time.Duration;

/**
 * Rows of many keys that wait in state, and windows behind them which count each row once, in the
 * window of the time that it is emitted with.
 */
final class BufferJob {
  private static final int KEYS = 40;
  private static final int ROWS = 600;

  final Pipeline pipeline = Engine.pipeline();
  final Engine.Seen<String> totals;
  final Engine.Seen<String> windows;

  private BufferJob(Steps source, DoFn<KV<String, Integer>, KV<String, Integer>> between) {
    PCollectionTuple buffered =
        pipeline
            .apply("Read", Read.from(source))
            .apply("Between", ParDo.of(between))
            .apply(
                "Buffer",
                ParDo.of(new BufferFn())
                    .withOutputTags(BufferFn.ROWS, TupleTagList.of(BufferFn.TOTALS)));
    totals =
        Engine.Seen.of(
            buffered.get(BufferFn.TOTALS).setCoder(StringUtf8Coder.of()).setName("Totals"));
    windows =
        Engine.Seen.of(
            buffered
                .get(BufferFn.ROWS)
                .setCoder(KvCoder.of(StringUtf8Coder.of(), VarIntCoder.of()))
                .apply("Windows", Window.into(FixedWindows.of(Duration.millis(500))))
                .apply("Constant", MapElements.into(TypeDescriptors.strings()).via(row -> "rows"))
                .apply("Count", Count.perElement())
                .apply("Label", ParDo.of(new LabelFn()))
                .setName("Windows"));
  }

  static BufferJob of(Steps source, DoFn<KV<String, Integer>, KV<String, Integer>> between) {
    return new BufferJob(source, between);
  }

  private static final class LabelFn extends DoFn<KV<String, Long>, String> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void label(
        @Element KV<String, Long> count, BoundedWindow window, OutputReceiver<String> out) {
      out.output(((IntervalWindow) window).start().getMillis() + ": " + count.getValue());
    }
  }

  /** Changes nothing. */
  static final class SameFn extends DoFn<KV<String, Integer>, KV<String, Integer>> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void same(@Element KV<String, Integer> row, OutputReceiver<KV<String, Integer>> out) {
      out.output(row);
    }
  }

  /** Rows in batches, each a watermark after the other. */
  static List<Steps.Step> steps(long seed) {
    Random random = new Random(seed);
    List<Steps.Step> steps = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      steps.add(
          Steps.row("k" + random.nextInt(KEYS), random.nextInt(9), 10L * i + random.nextInt(100)));
      if (i % 30 == 29) {
        steps.add(Steps.watermark(10L * i));
      }
    }
    return steps;
  }

  /** How many rows there are by the windows' counts. */
  static long rows(List<String> windows) {
    return windows.stream().mapToLong(line -> Long.parseLong(line.split(": ", 2)[1])).sum();
  }

  /** Each window's counts, added up. */
  static Map<String, Long> byWindow(List<String> windows) {
    Map<String, Long> sums = new TreeMap<>();
    for (String line : windows) {
      String[] parts = line.split(": ", 2);
      sums.merge(parts[0], Long.valueOf(parts[1]), Long::sum);
    }
    return sums;
  }
}
