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
import org.apache.spark.rdd.RDD;
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
  private final Map<PCollection<?>, RDD<WindowedValue<Object>>> elements = new HashMap<>();
  private final long[] inputsBefore;
  private final List<RDD<?>> kept = new ArrayList<>();

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
        elements.put(read.output(), Rdds.map(rdd, new Tasks.Output(0)));
        kept.add(rdd);
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
    List<RDD<Tasks.Summary>> work = new ArrayList<>();
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

  private List<Tasks.Summary> collect(List<RDD<Tasks.Summary>> work) {
    if (work.isEmpty()) {
      return List.of();
    }
    return Rdds.collect(union(work));
  }

  private <T> RDD<T> union(List<RDD<T>> rdds) {
    return Rdds.union(job.spark().sc(), rdds);
  }

  /** Builds what a node without state gives, and moves its watermark. */
  private void build(Node node, List<RDD<Tasks.Summary>> work) {
    if (node instanceof Node.Read read) {
      progress.output(
          node, progress.splits(read).stream().mapToLong(SplitPlan::watermark).min().orElseThrow());
    } else if (node instanceof Node.ReadAll read) {
      if (plan.batch() == 0) {
        share(read.output(), readAll(read));
      }
      progress.output(node, BatchTimes.END);
    } else if (node instanceof Node.Flatten flatten) {
      List<RDD<WindowedValue<Object>>> inputs = new ArrayList<>();
      flatten.inputs().stream()
          .filter(elements::containsKey)
          .map(elements::get)
          .forEach(inputs::add);
      if (!inputs.isEmpty()) {
        share(flatten.output(), union(inputs));
      }
      progress.output(node, progress.input(node));
    } else if (node instanceof Node.Assign assign) {
      RDD<WindowedValue<Object>> input = elements.get(assign.input());
      if (input != null) {
        WindowFn<Object, BoundedWindow> windows = assign.windows();
        share(
            assign.output(),
            windows == null ? input : Rdds.map(input, new Tasks.Assigned(windows)));
      }
      progress.output(node, progress.input(node));
    } else if (node instanceof Node.Stateless step) {
      RDD<WindowedValue<Object>> input = elements.get(step.input());
      if (input != null) {
        process(step, input, work);
      }
      progress.output(node, progress.input(node));
    }
  }

  private void process(
      Node.Stateless node, RDD<WindowedValue<Object>> input, List<RDD<Tasks.Summary>> work) {
    Tasks.Counting counting = job.counting(plan.batch(), node);
    List<PCollection<?>> outputs = node.outputs();
    if (outputs.isEmpty()) {
      work.add(Rdds.map(input, new Tasks.Drained(job.spec(node), counting)));
    } else if (outputs.size() == 1 && job.graph().readers(outputs.get(0)) == 1) {
      elements.put(outputs.get(0), Rdds.map(input, new Tasks.Pipelined(job.spec(node), counting)));
    } else {
      RDD<Block> blocks = keep(Rdds.map(input, new Tasks.ToBlocks(job.spec(node), counting)));
      for (int i = 0; i < outputs.size(); i++) {
        elements.put(outputs.get(i), Rdds.map(blocks, new Tasks.Output(i)));
      }
    }
  }

  private RDD<WindowedValue<Object>> readAll(Node.ReadAll node) {
    if (node.source() == null) {
      return new ImpulseRdd(job.spark().sc());
    }
    List<BoundedSource<?>> sources = job.sources().bounded(node);
    return Rdds.map(
        job.spark().parallelize(sources, Math.max(1, sources.size())).rdd(),
        new Tasks.ReadBounded(job.options(), job.counting(plan.batch(), node)));
  }

  /** Lets several steps read a collection without computing it several times. */
  private void share(PCollection<?> collection, RDD<WindowedValue<Object>> rdd) {
    RDD<WindowedValue<Object>> shared = rdd;
    if (job.graph().readers(collection) > 1) {
      shared =
          Rdds.map(
              keep(Rdds.map(rdd, new Tasks.ToBlock(Coders.of(collection)))), new Tasks.Output(0));
    }
    elements.put(collection, shared);
  }

  private <T> RDD<T> keep(RDD<T> rdd) {
    kept.add(rdd);
    return rdd.persist(KEPT);
  }

  /** A keyed step in this batch. */
  private record Evaluation(RDD<Block> blocks, StateRdd after, RDD<Tasks.Summary> summaries) {}

  private @Nullable Evaluation evaluate(Node.Keyed node) {
    KeyedStatus status = progress.keyed(node);
    BatchTimes times =
        new BatchTimes(
            plan.batch(),
            inputsBefore[node.id()],
            progress.input(node),
            progress.output(node),
            plan.processingTime());
    RDD<WindowedValue<Object>> input = elements.get(node.input());
    if (input == null && !status.isDue(times)) {
      return null;
    }
    Tasks.Keyed task = new Tasks.Keyed(job.step(node), times, job.counting(plan.batch(), node));
    RDD<Tasks.Numbered> before = Rdds.map(status.state(), new Tasks.WithNumber());
    RDD<Block> blocks =
        keep(
            input == null
                ? Rdds.<Tasks.Numbered, Block>map(before, task)
                : Rdds.zip(before, chunks(node, input), task));
    StateRdd after = new StateRdd(blocks, node.step().format, job.store());
    after.persist(KEPT);
    return new Evaluation(blocks, after, Rdds.zip(after, blocks, new Tasks.Summarize(node.id())));
  }

  private RDD<Chunk> chunks(Node.Keyed node, RDD<WindowedValue<Object>> input) {
    RDD<Tuple2<Integer, Chunk>> sent =
        Rdds.map(input, new Tasks.Send(job.step(node), job.partitions()));
    return Rdds.shuffle(sent, job.partitions());
  }

  private void finish(Node.Keyed node, Evaluation done, List<Tasks.Summary> summaries) {
    KeyedStatus status = progress.keyed(node);
    StateRdd before = status.state();
    status.become(done.after(), summaries);
    before.unpersist(false);
    for (int i = 0; i < node.outputs().size(); i++) {
      int output = i;
      if (summaries.stream().anyMatch(summary -> summary.emitted().get(output) > 0)) {
        elements.put(node.outputs().get(i), Rdds.map(done.blocks(), new Tasks.Output(i)));
      }
    }
  }
}
