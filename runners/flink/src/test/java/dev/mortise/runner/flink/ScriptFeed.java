package dev.mortise.runner.flink;

import dev.mortise.conformance.Mark;
import dev.mortise.conformance.StreamRow;
import java.util.ArrayList;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.source.SourceFunction;
import org.apache.flink.streaming.api.watermark.Watermark;

/** Rows and watermarks of one input in their order, for native Flink. */
@SuppressWarnings("deprecation") // The new kind of source emits watermarks by the clock.
final class ScriptFeed implements SourceFunction<Tuple2<Integer, String>> {
  private static final long serialVersionUID = 1L;

  /** A row, or a watermark if there is no key. */
  private record Step(int id, String key, long time, boolean isMark)
      implements java.io.Serializable {}

  private final ArrayList<Step> steps = new ArrayList<>();
  private volatile boolean cancelled;

  void add(StreamRow row) {
    steps.add(new Step(row.id(), row.k() == null ? "" : row.k(), row.time(), false));
  }

  void add(Mark mark) {
    // Beam's watermark is the least time that may still come, Flink's the greatest that may not.
    steps.add(new Step(-1, "", mark.time() - 1, true));
  }

  DataStream<Tuple2<Integer, String>> stream(StreamExecutionEnvironment env) {
    return env.addSource(this, Types.TUPLE(Types.INT, Types.STRING));
  }

  @Override
  public void run(SourceContext<Tuple2<Integer, String>> context) {
    for (Step step : steps) {
      if (cancelled) {
        return;
      }
      if (step.isMark()) {
        context.emitWatermark(new Watermark(step.time()));
      } else {
        context.collectWithTimestamp(Tuple2.of(step.id(), step.key()), step.time());
      }
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
  }
}
