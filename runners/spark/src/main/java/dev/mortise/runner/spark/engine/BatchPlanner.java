package dev.mortise.runner.spark.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkEnv;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.ExecutorCacheTaskLocation;
import org.apache.spark.storage.StorageLevel;

/** Finds out what there is to read. */
final class BatchPlanner {
  private final Job job;
  private final SplitReads.Limits limits;
  private final Map<Integer, Map<Integer, String>> places = new HashMap<>();

  BatchPlanner(Job job, SplitReads.Limits limits) {
    this.job = job;
    this.limits = limits;
  }

  /** A plan, and the reads that hold what it says. */
  record Planned(BatchPlan plan, Map<Integer, ReadRdd> reads, boolean idle) {}

  /** What a task that read a split says of it. */
  private record ReadBy(int node, SplitPlan plan, String place) implements java.io.Serializable {}

  private record Report(int node) implements Rdds.Narrow<Block, ReadBy> {
    @Override
    public java.util.Iterator<ReadBy> call(int partition, java.util.Iterator<Block> blocks) {
      SparkEnv env = SparkEnv.get();
      String place =
          new ExecutorCacheTaskLocation(
                  env.blockManager().blockManagerId().host(), env.executorId())
              .toString();
      return List.of(new ReadBy(node, Tasks.only(blocks).read(), place)).iterator();
    }
  }

  /**
   * Reads on from all splits that are not at their ends.
   *
   * @param now the processing time
   */
  Planned next(Progress progress, long now) {
    long batch = progress.batch + 1;
    Map<Integer, ReadRdd> reads = new LinkedHashMap<>();
    List<RDD<ReadBy>> reports = new ArrayList<>();
    for (Node.Read read : job.graph().reads()) {
      List<SplitPlan> starts = new ArrayList<>();
      for (SplitPlan last : progress.splits(read)) {
        if (last.watermark() < BatchTimes.END) {
          starts.add(new SplitPlan(last.split(), last.to(), null, 0, last.watermark()));
        }
      }
      if (!starts.isEmpty()) {
        ReadRdd rdd = rdd(read, batch, starts, false);
        reads.put(read.id(), rdd);
        reports.add(Rdds.map(rdd, new Report(read.id())));
      }
    }
    Map<Integer, List<SplitPlan>> plans = new LinkedHashMap<>();
    reads.keySet().forEach(node -> plans.put(node, new ArrayList<>()));
    boolean idle = true;
    for (ReadBy report : collect(reports)) {
      plansOf(plans, report.node()).add(report.plan());
      places
          .computeIfAbsent(report.node(), any -> new HashMap<>())
          .put(report.plan().split(), report.place());
    }
    List<SplitPlan> all = new ArrayList<>();
    for (Node.Read read : job.graph().reads()) {
      ReadRdd rdd = reads.get(read.id());
      if (rdd != null) {
        List<SplitPlan> ofNode = plansOf(plans, read.id());
        rdd.settle(ofNode);
        all.addAll(ofNode);
        idle &= !advance(progress, read, ofNode);
      }
    }
    return new Planned(new BatchPlan(batch, now, all), withRows(reads, plans), idle);
  }

  private static List<SplitPlan> plansOf(Map<Integer, List<SplitPlan>> plans, int node) {
    return java.util.Objects.requireNonNull(plans.get(node));
  }

  /** Reads what a plan says once more, for a job that goes on. */
  Planned again(Progress progress, BatchPlan plan) {
    Map<Integer, ReadRdd> reads = new LinkedHashMap<>();
    Map<Integer, List<SplitPlan>> plans = new LinkedHashMap<>();
    int at = 0;
    for (Node.Read read : job.graph().reads()) {
      int open =
          (int)
              progress.splits(read).stream()
                  .filter(split -> split.watermark() < BatchTimes.END)
                  .count();
      if (open > 0) {
        List<SplitPlan> ofNode = plan.splits().subList(at, at + open);
        at += open;
        plans.put(read.id(), ofNode);
        reads.put(read.id(), rdd(read, plan.batch(), ofNode, true));
        advance(progress, read, ofNode);
      }
    }
    return new Planned(plan, withRows(reads, plans), false);
  }

  private ReadRdd rdd(Node.Read read, long batch, List<SplitPlan> splits, boolean planned) {
    ReadRdd rdd =
        new ReadRdd(
            job.spark().sc(),
            job.setting(read),
            job.metrics(),
            batch,
            limits,
            splits,
            planned,
            places.getOrDefault(read.id(), Map.of()));
    rdd.persist(StorageLevel.MEMORY_AND_DISK());
    return rdd;
  }

  private List<ReadBy> collect(List<RDD<ReadBy>> reports) {
    if (reports.isEmpty()) {
      return List.of();
    }
    return Rdds.collect(Rdds.union(job.spark().sc(), reports));
  }

  /** Moves the splits on, and says whether that makes a difference to anybody. */
  private static boolean advance(Progress progress, Node.Read read, List<SplitPlan> plans) {
    List<SplitPlan> splits = progress.splits(read);
    boolean news = false;
    for (SplitPlan plan : plans) {
      SplitPlan before = splits.set(plan.split(), plan);
      news |= plan.count() > 0 || plan.watermark() > before.watermark();
    }
    return news;
  }

  private static Map<Integer, ReadRdd> withRows(
      Map<Integer, ReadRdd> reads, Map<Integer, List<SplitPlan>> plans) {
    Map<Integer, ReadRdd> withRows = new LinkedHashMap<>();
    reads.forEach(
        (node, rdd) -> {
          if (plansOf(plans, node).stream().anyMatch(plan -> plan.count() > 0)) {
            withRows.put(node, rdd);
          } else {
            rdd.unpersist(false);
          }
        });
    return withRows;
  }
}
