package dev.mortise.runner.spark.peer;

import static org.apache.spark.sql.functions.expr;

import dev.mortise.conformance.JoinSetting;
import dev.mortise.conformance.StreamRow;
import dev.mortise.join.JoinSide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Spark's own stream-stream join of Structured Streaming. Each element of the given lists is one
 * micro-batch.
 */
final class NativeJoin {
  /** After this row's time nothing of the others can wait; it joins nothing itself. */
  private static final long SENTINEL = 4_000_000_000_000L;

  private final JoinSetting join;
  private final long delay;

  /**
   * A join.
   *
   * @param delay how far each input's watermark stays behind the greatest time seen, in
   *     milliseconds
   */
  NativeJoin(JoinSetting join, long delay) {
    this.join = join;
    this.delay = delay;
  }

  /**
   * Runs it in the folder, and returns what became of the rows, as {@code Answer.ends} calls it:
   * {@code pair 1-2}, {@code unmatched left 3}.
   *
   * @param pushOut whether a last batch moves the watermark beyond all rows
   */
  List<String> run(
      Path folder, List<List<StreamRow>> lefts, List<List<StreamRow>> rights, boolean pushOut)
      throws IOException, TimeoutException, StreamingQueryException {
    write(folder.resolve("left"), lefts, JoinSide.LEFT, pushOut);
    write(folder.resolve("right"), rights, JoinSide.RIGHT, pushOut);
    try (SparkSession spark = session(folder)) {
      Dataset<Row> joined =
          stream(spark, folder.resolve("left"), "l")
              .join(
                  stream(spark, folder.resolve("right"), "r"),
                  expr(
                      String.format(
                          "lk = rk AND rt >= lt + %s AND rt <= lt + %s",
                          interval(join.lower()), interval(join.upper()))),
                  type());
      joined
          .select("lid", "rid")
          .writeStream()
          .format("memory")
          .queryName("joined")
          .outputMode("append")
          .trigger(Trigger.AvailableNow())
          .option("checkpointLocation", folder.resolve("checkpoint").toString())
          .start()
          .awaitTermination();
      return spark.table("joined").collectAsList().stream()
          .map(NativeJoin::end)
          .filter(end -> !end.endsWith(" -1"))
          .sorted()
          .toList();
    }
  }

  private static SparkSession session(Path folder) {
    return SparkSession.builder()
        .master("local[1]")
        .appName("native")
        .config("spark.ui.enabled", false)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", 1)
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString())
        .getOrCreate();
  }

  private Dataset<Row> stream(SparkSession spark, Path files, String prefix) {
    return spark
        .readStream()
        .schema("id INT, k STRING, time BIGINT")
        .option("maxFilesPerTrigger", 1)
        .json(files.toString())
        .select(
            expr("id AS " + prefix + "id"),
            expr("k AS " + prefix + "k"),
            expr("timestamp_millis(time) AS " + prefix + "t"))
        .withWatermark(prefix + "t", delay + " milliseconds");
  }

  private String type() {
    return switch (join.type()) {
      case INNER -> "inner";
      case LEFT -> "left_outer";
      case RIGHT -> "right_outer";
      case FULL -> "full_outer";
    };
  }

  /** Not {@code '-0.200' SECOND}: Spark 3.5 loses the sign of it. */
  private static String interval(long millis) {
    return "INTERVAL " + millis + " MILLISECONDS";
  }

  private static String end(Row row) {
    if (row.isNullAt(1)) {
      return "unmatched left " + row.getInt(0);
    }
    if (row.isNullAt(0)) {
      return "unmatched right " + row.getInt(1);
    }
    return "pair " + row.getInt(0) + "-" + row.getInt(1);
  }

  private static void write(
      Path folder, List<List<StreamRow>> batches, JoinSide side, boolean pushOut)
      throws IOException {
    Files.createDirectories(folder);
    List<List<StreamRow>> all = new ArrayList<>(batches);
    if (pushOut) {
      all.add(List.of(new StreamRow(side, -1, "sentinel " + side, null, SENTINEL)));
    }
    for (int i = 0; i < all.size(); i++) {
      StringBuilder lines = new StringBuilder();
      for (StreamRow row : all.get(i)) {
        String key = row.k() == null ? "null" : '"' + row.k() + '"';
        lines.append(
            String.format(
                Locale.ROOT, "{\"id\":%d,\"k\":%s,\"time\":%d}%n", row.id(), key, row.time()));
      }
      Path file = Files.writeString(folder.resolve(String.format("%05d.json", i)), lines);
      // Spark takes files in the order of their age.
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_767_600_000_000L + 1000L * i));
    }
  }
}
