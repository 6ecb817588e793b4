package dev.mortise.runner.spark.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.apache.beam.runners.core.construction.SerializablePipelineOptions;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/** What stays the same as long as a job runs: its steps, sent to all processes once. */
final class Job {
  private final JavaSparkContext spark;
  private final StepGraph graph;
  private final Sources sources;
  private final SerializablePipelineOptions options;
  private final int partitions;
  private final JobStore store;
  private final String run;
  private final BatchMetrics metrics = new BatchMetrics();
  private final Map<Integer, Broadcast<ParDoSpec>> parDos = new HashMap<>();
  private final Map<Integer, Broadcast<KeyedStep>> keyed = new HashMap<>();
  private final Map<Integer, Broadcast<ReadRdd.Setting>> reads = new HashMap<>();

  /**
   * @param partitions of the state of a keyed step
   * @param run names this run, among all that a process may see
   */
  Job(
      JavaSparkContext spark,
      StepGraph graph,
      Sources sources,
      PipelineOptions options,
      int partitions,
      JobStore store,
      String run) {
    this.spark = spark;
    this.graph = graph;
    this.sources = sources;
    this.options = new SerializablePipelineOptions(options);
    this.partitions = partitions;
    this.store = store;
    this.run = run;
    spark.sc().register(metrics, "beam metrics of " + run);
    for (Node node : graph.nodes()) {
      if (node instanceof Node.Stateless step) {
        parDos.put(node.id(), spark.broadcast(step.spec()));
      } else if (node instanceof Node.Keyed step) {
        keyed.put(node.id(), spark.broadcast(step.step()));
      } else if (node instanceof Node.Read read) {
        reads.put(
            node.id(),
            spark.broadcast(
                new ReadRdd.Setting(
                    run,
                    node.id(),
                    node.name(),
                    new ArrayList<>(sources.splits(read)),
                    Coders.of(read.output()),
                    this.options)));
      }
    }
  }

  JavaSparkContext spark() {
    return spark;
  }

  StepGraph graph() {
    return graph;
  }

  Sources sources() {
    return sources;
  }

  SerializablePipelineOptions options() {
    return options;
  }

  int partitions() {
    return partitions;
  }

  JobStore store() {
    return store;
  }

  String run() {
    return run;
  }

  BatchMetrics metrics() {
    return metrics;
  }

  Tasks.Counting counting(long batch, Node node) {
    return new Tasks.Counting(metrics, batch, node.id(), node.name());
  }

  Broadcast<ParDoSpec> spec(Node.Stateless node) {
    return known(parDos.get(node.id()), node);
  }

  Broadcast<KeyedStep> step(Node.Keyed node) {
    return known(keyed.get(node.id()), node);
  }

  Broadcast<ReadRdd.Setting> setting(Node.Read node) {
    return known(reads.get(node.id()), node);
  }

  private static <T> T known(@org.jspecify.annotations.Nullable T found, Node node) {
    if (found == null) {
      throw new IllegalStateException(node.name() + " is not part of the job.");
    }
    return found;
  }

  /** Frees what was sent to all processes. */
  void close() {
    parDos.values().forEach(Broadcast::destroy);
    keyed.values().forEach(Broadcast::destroy);
    reads.values().forEach(Broadcast::destroy);
  }
}
