package dev.mortise.bench.flink;

import dev.mortise.bench.Contender;
import dev.mortise.bench.Event;
import dev.mortise.bench.Found;
import dev.mortise.bench.Measured;
import dev.mortise.bench.Workload;
import java.nio.file.Path;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.streaming.api.windowing.time.Time;
import org.apache.flink.util.Collector;

/** The interval join of Flink's DataStream API, which finds pairs only. */
public final class NativeJoin implements Contender {
  public static void main(String[] args) throws Exception {
    Measured.main(new NativeJoin(), args);
  }

  @Override
  @SuppressWarnings("deprecation") // Flink 1.19 has no other way to say a bound.
  public void run(Workload workload, Path scratch, boolean rocksdb) throws Exception {
    StreamExecutionEnvironment env = Native.environment(workload, scratch, rocksdb);
    Native.Streams streams = Native.streams(env, workload);
    streams
        .left()
        .keyBy(event -> event.key)
        .intervalJoin(streams.right().keyBy(event -> event.key))
        .between(
            Time.milliseconds(workload.lowerMillis()), Time.milliseconds(workload.upperMillis()))
        .process(new Pairs())
        .addSink(new Count());
    env.execute("bench");
  }

  private static final class Pairs extends ProcessJoinFunction<Event, Event, Tuple2<Event, Event>> {
    private static final long serialVersionUID = 1L;

    @Override
    public void processElement(
        Event left,
        Event right,
        ProcessJoinFunction<Event, Event, Tuple2<Event, Event>>.Context context,
        Collector<Tuple2<Event, Event>> out) {
      out.collect(Tuple2.of(left, right));
    }
  }

  @SuppressWarnings("deprecation") // The new kind of sink says no more to one that only counts.
  private static final class Count implements SinkFunction<Tuple2<Event, Event>> {
    private static final long serialVersionUID = 1L;

    @Override
    public void invoke(Tuple2<Event, Event> pair, SinkFunction.Context context) {
      Found.pair(pair.f0.id, pair.f1.id);
    }
  }
}
