package dev.mortise.bench.flink;

import dev.mortise.bench.Contender;
import dev.mortise.bench.Event;
import dev.mortise.bench.Found;
import dev.mortise.bench.Measured;
import dev.mortise.bench.Workload;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;

/** The interval join of Flink's SQL. */
public final class NativeSql implements Contender {
  public static void main(String[] args) throws Exception {
    Measured.main(new NativeSql(), args);
  }

  @Override
  public void run(Workload workload, Path scratch, boolean rocksdb) throws Exception {
    StreamExecutionEnvironment env = Native.environment(workload, scratch, rocksdb);
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    Native.Streams streams = Native.streams(env, workload);
    view(tables, "l", streams.left());
    view(tables, "r", streams.right());
    String sql =
        String.format(
            Locale.ROOT,
            "SELECT l.id AS l_id, l.payload AS l_payload, r.id AS r_id, r.payload AS r_payload FROM l %s JOIN r ON l.key = r.key"
                + " AND r.t BETWEEN l.t %s AND l.t %s",
            workload.outer() ? "LEFT OUTER" : "INNER",
            interval(workload.lowerMillis()),
            interval(workload.upperMillis()));
    tables.toDataStream(tables.sqlQuery(sql)).addSink(new Count());
    env.execute("bench");
  }

  private static void view(StreamTableEnvironment tables, String name, DataStream<Event> rows) {
    tables.createTemporaryView(
        name,
        rows,
        Schema.newBuilder()
            .column("id", DataTypes.BIGINT().notNull())
            .column("key", DataTypes.BIGINT().notNull())
            .column("payload", DataTypes.BYTES().notNull())
            .columnByMetadata("t", DataTypes.TIMESTAMP_LTZ(3), "rowtime")
            .watermark("t", "SOURCE_WATERMARK()")
            .build());
  }

  private static String interval(long millis) {
    long size = Math.abs(millis);
    return String.format(
        Locale.ROOT,
        "%s INTERVAL '%d %02d:%02d:%02d.%03d' DAY TO SECOND(3)",
        millis < 0 ? "-" : "+",
        size / 86_400_000,
        size / 3_600_000 % 24,
        size / 60_000 % 60,
        size / 1_000 % 60,
        size % 1_000);
  }

  @SuppressWarnings("deprecation") // The new kind of sink says no more to one that only counts.
  private static final class Count implements SinkFunction<Row> {
    private static final long serialVersionUID = 1L;

    @Override
    public void invoke(Row row, Context context) {
      long left = (Long) java.util.Objects.requireNonNull(row.getField(0));
      Object right = row.getField(2);
      if (right == null) {
        Found.unmatched(left);
      } else {
        Found.pair(left, (Long) right);
      }
    }
  }
}
