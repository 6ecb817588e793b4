package dev.mortise.runner.spark.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.values.PCollection;
import org.jspecify.annotations.Nullable;

/** Where a job stands behind the batch that it ran last. */
final class Progress {
  private final StepGraph graph;
  private final Map<PCollection<?>, Integer> makers = new HashMap<>();
  private final long[] outputs;
  private final Map<Integer, KeyedStatus> keyed = new LinkedHashMap<>();
  private final Map<Integer, List<SplitPlan>> splits = new LinkedHashMap<>();
  long batch = -1;
  long processingTime = BatchTimes.START;

  Progress(StepGraph graph) {
    this.graph = graph;
    this.outputs = new long[graph.nodes().size()];
    for (Node node : graph.nodes()) {
      outputs[node.id()] = BatchTimes.START;
      node.outputs().forEach(output -> makers.put(output, node.id()));
    }
  }

  /** A job before its first batch, or behind the batch of a snapshot. */
  static Progress of(Job job, @Nullable Snapshot snapshot) {
    Progress progress = new Progress(job.graph());
    int split = 0;
    for (Node.Read read : job.graph().reads()) {
      List<SplitPlan> plans = new ArrayList<>();
      for (int i = 0; i < job.sources().splits(read).size(); i++) {
        SplitPlan at = snapshot == null ? null : snapshot.splits().get(split);
        plans.add(at != null ? at : new SplitPlan(i, null, null, 0, BatchTimes.START));
        split++;
      }
      progress.splits.put(read.id(), plans);
    }
    for (Node.Keyed node : job.graph().keyed()) {
      List<String> files = snapshot == null ? null : snapshot.state().get(node.name());
      progress.keyed.put(
          node.id(),
          new KeyedStatus(
              new StateRdd(
                  job.spark().sc(), node.step().format, job.store(), job.partitions(), files)));
    }
    if (snapshot != null) {
      progress.batch = snapshot.batch();
      progress.processingTime = snapshot.processingTime();
      for (Node node : job.graph().nodes()) {
        progress.outputs[node.id()] =
            snapshot.watermarks().getOrDefault(node.name(), BatchTimes.START);
      }
    }
    return progress;
  }

  Snapshot snapshot(Map<String, List<String>> files, List<byte[]> metrics, boolean finished) {
    Map<String, Long> watermarks = new LinkedHashMap<>();
    for (Node node : graph.nodes()) {
      watermarks.put(node.name(), outputs[node.id()]);
    }
    List<SplitPlan> all = new ArrayList<>();
    splits.values().forEach(all::addAll);
    return new Snapshot(batch, processingTime, all, watermarks, files, metrics, finished);
  }

  StepGraph graph() {
    return graph;
  }

  KeyedStatus keyed(Node.Keyed node) {
    return java.util.Objects.requireNonNull(keyed.get(node.id()), node.name());
  }

  /** Where each split of a stream is read on. */
  List<SplitPlan> splits(Node.Read node) {
    return java.util.Objects.requireNonNull(splits.get(node.id()), node.name());
  }

  /** The output watermark of a step, which is that of its collections. */
  long output(Node node) {
    return outputs[node.id()];
  }

  /** It never moves back. */
  void output(Node node, long watermark) {
    outputs[node.id()] = Math.max(outputs[node.id()], watermark);
  }

  /** The least of the watermarks of what a step reads. */
  long input(Node node) {
    long least = BatchTimes.END;
    for (PCollection<?> input : node.inputs()) {
      least = Math.min(least, outputs[java.util.Objects.requireNonNull(makers.get(input))]);
    }
    return least;
  }

  /** When the earliest processing-time timer is due. */
  long nextProcessing() {
    long next = Long.MAX_VALUE;
    for (KeyedStatus status : keyed.values()) {
      next = Math.min(next, status.nextProcessing());
    }
    return next;
  }

  /** Whether all sources are at their ends. */
  boolean isOver() {
    return batch >= 0
        && splits.values().stream()
            .flatMap(List::stream)
            .allMatch(split -> split.watermark() >= BatchTimes.END);
  }
}
