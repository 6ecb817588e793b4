package dev.mortise.runner.flink;

import dev.mortise.conformance.Event;
import dev.mortise.conformance.JoinSetting;
import dev.mortise.conformance.Mark;
import dev.mortise.conformance.StreamRow;
import dev.mortise.join.JoinSide;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.jspecify.annotations.Nullable;

/** The interval join of Flink's own SQL, over the rows and watermarks of a script. */
final class NativeIntervalJoin {
  private NativeIntervalJoin() {}

  /**
   * What comes out, a line for each row: {@code pair 1-2}, {@code unmatched left 3}. The other side
   * of an unmatched row is null in SQL.
   */
  static List<String> run(JoinSetting join, List<? extends Event> events) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1);
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    for (JoinSide side : JoinSide.values()) {
      tables.createTemporaryView(name(side), stream(env, side, events), schema());
    }
    String sql =
        String.format(
            Locale.ROOT,
            "SELECT l.id, r.id FROM %s l %s JOIN %s r"
                + " ON l.k = r.k AND r.t BETWEEN l.t %s AND l.t %s",
            name(JoinSide.LEFT),
            join.type().name() + (join.type().name().equals("INNER") ? "" : " OUTER"),
            name(JoinSide.RIGHT),
            interval(join.lower()),
            interval(join.upper()));
    Lines lines = new Lines(UUID.randomUUID());
    tables.toDataStream(tables.sqlQuery(sql)).addSink(lines);
    env.execute("NativeIntervalJoin");
    return lines.take();
  }

  /**
   * Takes rows of a job in this JVM.
   *
   * @param run a name for the job's lines
   */
  @SuppressWarnings("deprecation") // The new kind of sink says no more to one that only collects.
  private record Lines(UUID run) implements SinkFunction<Row> {
    private static final Map<UUID, Queue<String>> ALL = new ConcurrentHashMap<>();

    @Override
    public void invoke(Row row, Context context) {
      ALL.computeIfAbsent(run, unseen -> new ConcurrentLinkedQueue<>())
          .add(line(row.getField(0), row.getField(1)));
    }

    List<String> take() {
      Queue<String> lines = ALL.remove(run);
      return lines == null ? List.of() : List.copyOf(lines);
    }
  }

  private static String line(@Nullable Object left, @Nullable Object right) {
    if (left == null) {
      return "unmatched right " + right;
    }
    return right == null ? "unmatched left " + left : "pair " + left + "-" + right;
  }

  private static String name(JoinSide side) {
    return side == JoinSide.LEFT ? "lefts" : "rights";
  }

  private static String interval(long millis) {
    Duration distance = Duration.ofMillis(Math.abs(millis));
    return String.format(
        Locale.ROOT,
        "%s INTERVAL '%d %02d:%02d:%02d.%03d' DAY TO SECOND(3)",
        millis < 0 ? "-" : "+",
        distance.toDaysPart(),
        distance.toHoursPart(),
        distance.toMinutesPart(),
        distance.toSecondsPart(),
        distance.toMillisPart());
  }

  private static Schema schema() {
    return Schema.newBuilder()
        .column("id", DataTypes.INT())
        .column("k", DataTypes.STRING())
        .columnByMetadata("t", DataTypes.TIMESTAMP_LTZ(3), "rowtime")
        .watermark("t", "SOURCE_WATERMARK()")
        .build();
  }

  private static DataStream<Row> stream(
      StreamExecutionEnvironment env, JoinSide side, List<? extends Event> events) {
    ScriptFeed feed = new ScriptFeed();
    for (Event event : events) {
      if (event instanceof StreamRow row && row.side() == side) {
        feed.add(row);
      } else if (event instanceof Mark mark && mark.side() == side) {
        feed.add(mark);
      }
    }
    return feed.stream(env)
        .map(value -> Row.of(value.f0, value.f1.isEmpty() ? null : value.f1))
        .returns(Types.ROW_NAMED(new String[] {"id", "k"}, Types.INT, Types.STRING));
  }
}
