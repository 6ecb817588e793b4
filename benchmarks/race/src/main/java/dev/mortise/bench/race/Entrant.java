package dev.mortise.bench.race;

import java.util.List;

/**
 * A contender in the race.
 *
 * @param name as the table has it
 * @param module the folder under {@code benchmarks/} that has its class path
 * @param type its main class
 * @param rocksdb whether it keeps state in RocksDB
 * @param streaming whether its unmatched rows can be counted as a stream's
 * @param outer whether it finds unmatched rows
 * @param slow whether it is run at the smallest size only
 */
record Entrant(
    String name,
    String module,
    String type,
    boolean rocksdb,
    boolean streaming,
    boolean outer,
    boolean slow) {
  static final Entrant MORTISE_FLINK =
      new Entrant("Mortise on Flink", "flink", "flink.Mortise", false, true, true, false);
  static final Entrant MORTISE_ROCKSDB =
      new Entrant("Mortise on Flink, RocksDB", "flink", "flink.Mortise", true, true, true, false);
  static final Entrant NATIVE_FLINK =
      new Entrant("Flink intervalJoin", "flink", "flink.NativeJoin", false, true, false, false);
  static final Entrant NATIVE_ROCKSDB =
      new Entrant(
          "Flink intervalJoin, RocksDB", "flink", "flink.NativeJoin", true, true, false, false);
  static final Entrant FLINK_SQL =
      new Entrant("Flink SQL", "flink", "flink.NativeSql", false, true, true, false);
  static final Entrant GROUPS =
      new Entrant("Beam CoGroupByKey on Flink", "flink", "flink.Groups", false, true, false, true);
  static final Entrant MORTISE_SPARK_BATCH =
      new Entrant(
          "Mortise on Spark, batch", "spark", "spark.MortiseBatch", false, false, true, false);
  static final Entrant MORTISE_SPARK_STREAM =
      new Entrant(
          "Mortise on Spark, streaming", "spark", "spark.MortiseStream", false, true, true, false);
  static final Entrant NATIVE_SPARK =
      new Entrant(
          "Spark Structured Streaming", "spark", "spark.NativeStream", false, true, true, false);
  static final Entrant MORTISE_DIRECT =
      new Entrant("Mortise on Direct", "direct", "direct.Mortise", false, true, true, true);

  static final List<Entrant> ALL =
      List.of(
          NATIVE_FLINK,
          MORTISE_FLINK,
          FLINK_SQL,
          GROUPS,
          NATIVE_ROCKSDB,
          MORTISE_ROCKSDB,
          NATIVE_SPARK,
          MORTISE_SPARK_BATCH,
          MORTISE_SPARK_STREAM,
          MORTISE_DIRECT);

  String mainClass() {
    return "dev.mortise.bench." + type;
  }
}
