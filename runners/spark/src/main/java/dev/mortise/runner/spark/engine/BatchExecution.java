package dev.mortise.runner.spark.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.io.BoundedSource;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.WindowedValue;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * One batch. Level by level: steps without state run in the tasks of what reads them; a keyed step
 * is computed before those behind it begin, because they need its output watermark. The keyed steps
 * of one level share a Spark job. What has no rows and nothing due is left out.
 */
final class BatchExecution {
  private static final StorageLevel KEPT = StorageLevel.MEMORY_AND_DISK();

  private final Job job;
  private final Progress progress;
  private final BatchPlan plan;
  private final Map<PCollection<?>, JavaRDD<WindowedValue<Object>>> elements = new HashMap<>();
  private final long[] inputsBefore;
  private final List<JavaRDD<?>> kept = new ArrayList<>();

  /**
   * @param progress where the job stands behind the batch before
   * @param reads the reads of the plan, by the number of their nodes
   */
  BatchExecution(Job job, Progress progress, BatchPlan plan, Map<Integer, ReadRdd> reads) {
    this.job = job;
    this.progress = progress;
    this.plan = plan;
    this.inputsBefore = new long[job.graph().nodes().size()];
    for (Node node : job.graph().nodes()) {
      inputsBefore[node.id()] = progress.input(node);
    }
    for (Node.Read read : job.graph().reads()) {
      ReadRdd rdd = reads.get(read.id());
      if (rdd != null) {
        elements.put(read.output(), rdd.java().mapPartitions(new Tasks.Output(0), true));
        kept.add(rdd.java());
      }
    }
  }

  /** Runs the batch and moves the job's progress on. */
  void run() {
    try {
      for (int level = 0; level < job.graph().levels(); level++) {
        runLevel(level);
      }
      progress.batch = plan.batch();
      progress.processingTime = plan.processingTime();
    } finally {
      kept.forEach(rdd -> rdd.unpersist(false));
    }
  }

  private void runLevel(int level) {
    List<JavaRDD<Tasks.Summary>> work = new ArrayList<>();
    Map<Integer, Evaluation> evaluations = new HashMap<>();
    List<Node> nodes = job.graph().level(level);
    for (Node node : nodes) {
      if (node instanceof Node.Keyed keyed) {
        Evaluation evaluation = evaluate(keyed);
        if (evaluation != null) {
          evaluations.put(node.id(), evaluation);
          work.add(evaluation.summaries());
        }
      } else {
        build(node, work);
      }
    }
    Map<Integer, List<Tasks.Summary>> summaries = new HashMap<>();
    for (Tasks.Summary summary : collect(work)) {
      summaries.computeIfAbsent(summary.node(), any -> new ArrayList<>()).add(summary);
    }
    for (Node node : nodes) {
      if (node instanceof Node.Keyed keyed) {
        Evaluation evaluation = evaluations.get(node.id());
        if (evaluation != null) {
          finish(keyed, evaluation, summaries.getOrDefault(node.id(), List.of()));
        }
        progress.output(node, Math.min(progress.input(node), progress.keyed(keyed).hold()));
      }
    }
  }

  private List<Tasks.Summary> collect(List<JavaRDD<Tasks.Summary>> work) {
    if (work.isEmpty()) {
      return List.of();
    }
    return union(work).collect();
  }

  private <T> JavaRDD<T> union(List<JavaRDD<T>> rdds) {
    if (rdds.size() == 1) {
      return rdds.get(0);
    }
    @SuppressWarnings({"unchecked", "rawtypes"}) // An array of what the list holds.
    JavaRDD<T>[] all = rdds.toArray(new JavaRDD[0]);
    return job.spark().union(all);
  }

  /** Builds what a node without state gives, and moves its watermark. */
  private void build(Node node, List<JavaRDD<Tasks.Summary>> work) {
    if (node instanceof Node.Read read) {
      progress.output(
          node, progress.splits(read).stream().mapToLong(SplitPlan::watermark).min().orElseThrow());
    } else if (node instanceof Node.ReadAll read) {
      if (plan.batch() == 0) {
        share(read.output(), readAll(read));
      }
      progress.output(node, BatchTimes.END);
    } else if (node instanceof Node.Flatten flatten) {
      List<JavaRDD<WindowedValue<Object>>> inputs = new ArrayList<>();
      flatten.inputs().stream()
          .filter(elements::containsKey)
          .map(elements::get)
          .forEach(inputs::add);
      if (!inputs.isEmpty()) {
        share(flatten.output(), union(inputs));
      }
      progress.output(node, progress.input(node));
    } else if (node instanceof Node.Assign assign) {
      JavaRDD<WindowedValue<Object>> input = elements.get(assign.input());
      if (input != null) {
        WindowFn<Object, BoundedWindow> windows = assign.windows();
        share(
            assign.output(),
            windows == null ? input : input.mapPartitions(new Tasks.Assigned(windows), true));
      }
      progress.output(node, progress.input(node));
    } else if (node instanceof Node.Stateless step) {
      JavaRDD<WindowedValue<Object>> input = elements.get(step.input());
      if (input != null) {
        process(step, input, work);
      }
      progress.output(node, progress.input(node));
    }
  }

  private void process(
      Node.Stateless node,
      JavaRDD<WindowedValue<Object>> input,
      List<JavaRDD<Tasks.Summary>> work) {
    Tasks.Counting counting = job.counting(plan.batch(), node);
    List<PCollection<?>> outputs = node.outputs();
    if (outputs.isEmpty()) {
      work.add(input.mapPartitionsWithIndex(new Tasks.Drained(job.spec(node), counting), false));
    } else if (outputs.size() == 1 && job.graph().readers(outputs.get(0)) == 1) {
      elements.put(
          outputs.get(0),
          input.mapPartitionsWithIndex(new Tasks.Pipelined(job.spec(node), counting), false));
    } else {
      JavaRDD<Block> blocks =
          keep(input.mapPartitionsWithIndex(new Tasks.ToBlocks(job.spec(node), counting), false));
      for (int i = 0; i < outputs.size(); i++) {
        elements.put(outputs.get(i), blocks.mapPartitions(new Tasks.Output(i), true));
      }
    }
  }

  private JavaRDD<WindowedValue<Object>> readAll(Node.ReadAll node) {
    if (node.source() == null) {
      return new ImpulseRdd(job.spark().sc()).java();
    }
    List<BoundedSource<?>> sources = job.sources().bounded(node);
    return job.spark()
        .parallelize(sources, Math.max(1, sources.size()))
        .mapPartitionsWithIndex(
            new Tasks.ReadBounded(job.options(), job.counting(plan.batch(), node)), false);
  }

  /** Lets several steps read a collection without computing it several times. */
  private void share(PCollection<?> collection, JavaRDD<WindowedValue<Object>> rdd) {
    JavaRDD<WindowedValue<Object>> shared = rdd;
    if (job.graph().readers(collection) > 1) {
      shared =
          keep(rdd.mapPartitions(new Tasks.ToBlock(Coders.of(collection)), false))
              .mapPartitions(new Tasks.Output(0), true);
    }
    elements.put(collection, shared);
  }

  private <T> JavaRDD<T> keep(JavaRDD<T> rdd) {
    kept.add(rdd);
    return rdd.persist(KEPT);
  }

  /** A keyed step in this batch. */
  private record Evaluation(
      JavaRDD<Block> blocks, StateRdd after, JavaRDD<Tasks.Summary> summaries) {}

  private @Nullable Evaluation evaluate(Node.Keyed node) {
    KeyedStatus status = progress.keyed(node);
    BatchTimes times =
        new BatchTimes(
            plan.batch(),
            inputsBefore[node.id()],
            progress.input(node),
            progress.output(node),
            plan.processingTime());
    JavaRDD<WindowedValue<Object>> input = elements.get(node.input());
    if (input == null && !status.isDue(times)) {
      return null;
    }
    Tasks.Keyed task = new Tasks.Keyed(job.step(node), times, job.counting(plan.batch(), node));
    JavaRDD<Tasks.Numbered> before =
        status.state().java().mapPartitionsWithIndex(new Tasks.Number(), true);
    JavaRDD<Block> blocks =
        keep(
            input == null
                ? before.mapPartitions(task, true)
                : before.zipPartitions(chunks(node, input), task));
    StateRdd after = new StateRdd(blocks.rdd(), node.step().format, job.store());
    after.persist(KEPT);
    return new Evaluation(
        blocks, after, after.java().zipPartitions(blocks, new Tasks.Summarize(node.id())));
  }

  private JavaRDD<Chunk> chunks(Node.Keyed node, JavaRDD<WindowedValue<Object>> input) {
    JavaRDD<Tuple2<Integer, Chunk>> sent =
        input.mapPartitionsWithIndex(new Tasks.Send(job.step(node), job.partitions()), false);
    return JavaPairRDD.fromJavaRDD(sent)
        .partitionBy(new HashPartitioner(job.partitions()))
        .values();
  }

  private void finish(Node.Keyed node, Evaluation done, List<Tasks.Summary> summaries) {
    KeyedStatus status = progress.keyed(node);
    StateRdd before = status.state();
    status.become(done.after(), summaries);
    before.unpersist(false);
    for (int i = 0; i < node.outputs().size(); i++) {
      int output = i;
      if (summaries.stream().anyMatch(summary -> summary.emitted().get(output) > 0)) {
        elements.put(node.outputs().get(i), done.blocks().mapPartitions(new Tasks.Output(i), true));
      }
    }
  }
}
