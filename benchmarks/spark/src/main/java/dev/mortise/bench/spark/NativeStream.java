package dev.mortise.bench.spark;

import dev.mortise.bench.Contender;
import dev.mortise.bench.Found;
import dev.mortise.bench.Measured;
import dev.mortise.bench.Workload;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.Trigger;

/** The stream-stream join of Spark Structured Streaming, over all that is available. */
public final class NativeStream implements Contender {
  private static final int BLOCKS_PER_BATCH = 100;

  public static void main(String[] args) throws Exception {
    Measured.main(new NativeStream(), args);
  }

  @Override
  public void run(Workload workload, Path scratch, boolean rocksdb) throws Exception {
    SparkSession.Builder builder =
        SparkSession.builder()
            .master("local[" + OnBeam.CORES + "]")
            .appName("bench")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.shuffle.partitions", String.valueOf(OnBeam.CORES));
    if (rocksdb) {
      builder.config(
          "spark.sql.streaming.stateStore.providerClass",
          "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider");
    }
    try (SparkSession spark = builder.getOrCreate()) {
      Dataset<Row> left = side(spark, workload, true).as("l");
      Dataset<Row> right = side(spark, workload, false).as("r");
      String condition =
          String.format(
              Locale.ROOT,
              "l.key = r.key AND r.t >= l.t %s AND r.t <= l.t %s",
              interval(workload.lowerMillis()),
              interval(workload.upperMillis()));
      VoidFunction2<Dataset<Row>, Long> count =
          (rows, batch) ->
              rows.foreachPartition((ForeachPartitionFunction<Row>) NativeStream::count);
      left.join(right, functions.expr(condition), workload.outer() ? "left_outer" : "inner")
          .selectExpr("l.id", "l.payload", "r.id", "r.payload")
          .writeStream()
          .option("checkpointLocation", scratch.resolve("checkpoints").toString())
          .trigger(Trigger.AvailableNow())
          .foreachBatch(count)
          .start()
          .awaitTermination();
    }
  }

  private static Dataset<Row> side(SparkSession spark, Workload workload, boolean left) {
    return spark
        .readStream()
        .format(RowsTable.class.getName())
        .option(RowsTable.WORKLOAD, workload.name())
        .option(RowsTable.BLOCKS, workload.blocks())
        .option(RowsTable.BLOCKS_PER_BATCH, BLOCKS_PER_BATCH)
        .option(RowsTable.LEFT, left)
        .load()
        .withWatermark("t", workload.lagMillis() + " milliseconds");
  }

  /** Spark 3.5 loses the sign of a negative interval. */
  private static String interval(long millis) {
    return String.format(
        Locale.ROOT,
        "%s INTERVAL '%d.%03d' SECOND",
        millis < 0 ? "-" : "+",
        Math.abs(millis) / 1000,
        Math.abs(millis) % 1000);
  }

  private static void count(Iterator<Row> rows) {
    while (rows.hasNext()) {
      Row row = rows.next();
      if (row.isNullAt(2)) {
        Found.unmatched(row.getLong(0));
      } else {
        Found.pair(row.getLong(0), row.getLong(2));
      }
    }
  }
}
