package dev.mortise.runner.spark.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.rdd.RDD;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;

/** Runs a job, batch after batch: plan, write the plan down, run, and now and then checkpoint. */
final class MicroBatchLoop {
  private static final long SHORTEST_PAUSE = 10;
  private static final long LONGEST_PAUSE = 200;

  /** Looks on, for tests. */
  interface Observer {
    void after(long batch, Progress progress);
  }

  private final Job job;
  private final MicroBatchOptions options;
  private final boolean durable;
  private final JobMetrics metrics;
  private final Observer observer;
  private final CountDownLatch stop = new CountDownLatch(1);

  /**
   * @param durable whether another run may go on from the job's store
   */
  MicroBatchLoop(
      Job job, MicroBatchOptions options, boolean durable, JobMetrics metrics, Observer observer) {
    this.job = job;
    this.options = options;
    this.durable = durable;
    this.metrics = metrics;
    this.observer = observer;
  }

  /** Lets the loop end before its next batch. */
  void stop() {
    stop.countDown();
  }

  boolean isStopped() {
    return stop.getCount() == 0;
  }

  /**
   * Runs until all sources are at their ends, or until it is stopped.
   *
   * @param from where to go on; null to begin
   */
  void run(@Nullable Snapshot from) throws IOException, InterruptedException {
    Progress progress = Progress.of(job, from);
    BatchPlanner planner =
        new BatchPlanner(
            job,
            new SplitReads.Limits(
                options.getMaxElementsPerBatch(), options.getMaxReadMillisPerBatch()));
    if (from != null) {
      metrics.restore(from.metrics());
      inspect(progress);
    }
    if (durable) {
      for (BatchPlan plan : job.store().plansAfter(progress.batch)) {
        if (isStopped()) {
          return;
        }
        run(progress, planner.again(progress, plan));
      }
    }
    long pause = SHORTEST_PAUSE;
    while (!progress.isOver() && !isStopped()) {
      long begun = System.nanoTime();
      long now = Math.max(System.currentTimeMillis(), progress.processingTime);
      BatchPlanner.Planned next = planner.next(progress, now);
      boolean nothing = next.idle() && progress.batch >= 0 && progress.nextProcessing() >= now;
      if (nothing) {
        stop.await(pause, TimeUnit.MILLISECONDS);
        pause = Math.min(LONGEST_PAUSE, pause * 2);
        continue;
      }
      pause = SHORTEST_PAUSE;
      if (durable) {
        job.store().write(next.plan());
      }
      run(progress, next);
      long left = options.getMinBatchMillis() - (System.nanoTime() - begun) / 1_000_000;
      if (left > 0 && !progress.isOver()) {
        stop.await(left, TimeUnit.MILLISECONDS);
      }
    }
    if (progress.isOver() && durable) {
      job.store().write(progress.snapshot(Map.of(), metrics.encode(), true));
      job.store().cleanUp();
    }
  }

  private void run(Progress progress, BatchPlanner.Planned next) throws IOException {
    new BatchExecution(job, progress, next.plan(), next.reads()).run();
    metrics.add(progress.batch, job.metrics().value());
    job.metrics().reset();
    if ((progress.batch + 1) % options.getBatchesPerCheckpoint() == 0 && !progress.isOver()) {
      checkpoint(progress);
    }
    observer.after(progress.batch, progress);
  }

  /** Writes the state of all steps and forgets how it came about. */
  private void checkpoint(Progress progress) throws IOException {
    List<RDD<Tasks.Written>> writes = new ArrayList<>();
    for (Node.Keyed node : job.graph().keyed()) {
      writes.add(
          Rdds.map(
              progress.keyed(node).state(),
              new Tasks.Save(job.store(), progress.batch, node.id(), job.step(node))));
    }
    Map<Integer, String[]> files = new LinkedHashMap<>();
    for (Tasks.Written written : collect(writes)) {
      files
              .computeIfAbsent(written.node(), any -> new String[job.partitions()])[
              written.partition()] =
          written.file();
    }
    Map<String, List<String>> byStep = new LinkedHashMap<>();
    for (Node.Keyed node : job.graph().keyed()) {
      byStep.put(node.name(), List.of(java.util.Objects.requireNonNull(files.get(node.id()))));
    }
    job.store().write(progress.snapshot(byStep, metrics.encode(), false));
    for (Node.Keyed node : job.graph().keyed()) {
      progress.keyed(node).state().cut(java.util.Objects.requireNonNull(byStep.get(node.name())));
    }
    job.store().cleanUp();
  }

  /** Learns from state in files what the driver has to know of it. */
  private void inspect(Progress progress) {
    List<RDD<Tasks.Summary>> looks = new ArrayList<>();
    for (Node.Keyed node : job.graph().keyed()) {
      StateRdd state = progress.keyed(node).state();
      state.persist(StorageLevel.MEMORY_AND_DISK());
      looks.add(Rdds.map(state, new Tasks.Inspect(node.id())));
    }
    Map<Integer, List<Tasks.Summary>> found = new LinkedHashMap<>();
    for (Tasks.Summary summary : collect(looks)) {
      found.computeIfAbsent(summary.node(), any -> new ArrayList<>()).add(summary);
    }
    for (Node.Keyed node : job.graph().keyed()) {
      KeyedStatus status = progress.keyed(node);
      status.become(status.state(), found.getOrDefault(node.id(), List.of()));
    }
  }

  private <T> List<T> collect(List<RDD<T>> rdds) {
    if (rdds.isEmpty()) {
      return List.of();
    }
    return Rdds.collect(Rdds.union(job.spark().sc(), rdds));
  }
}
