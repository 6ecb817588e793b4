package dev.mortise.runner.flink;

import dev.mortise.pipeline.source.Stepwise;
import java.util.HashSet;
import java.util.Set;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.Pipeline.PipelineVisitor;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.runners.TransformHierarchy.Node;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.runtime.partitioner.ForwardPartitioner;
import org.apache.flink.streaming.runtime.partitioner.RebalancePartitioner;

/**
 * Gives the steps between a {@link Stepwise} source and the first exchange by key one subtask. Such
 * a source has one reader, so the other subtasks would have nothing to do; but whatever reads from
 * them would wait for their watermarks, and take rows meanwhile that lie behind a watermark for
 * rows in front of it.
 */
final class StepwiseReads {
  private StepwiseReads() {}

  /** Full names of the steps that read a {@link Stepwise} source. */
  static Set<String> in(Pipeline pipeline) {
    Set<String> names = new HashSet<>();
    pipeline.traverseTopologically(
        new PipelineVisitor.Defaults() {
          @Override
          public CompositeBehavior enterCompositeTransform(Node node) {
            if (node.getTransform() instanceof Read.Unbounded<?> read
                && read.getSource() instanceof Stepwise) {
              names.add(node.getFullName());
            }
            return CompositeBehavior.ENTER_TRANSFORM;
          }
        });
    return names;
  }

  /**
   * Changes a graph that was not submitted yet.
   *
   * @param reads what {@link #in} found: Beam's runner makes them the operators' ids
   */
  static void narrow(StreamGraph graph, Set<String> reads) {
    Set<Integer> narrow = new HashSet<>();
    for (StreamNode node : graph.getStreamNodes()) {
      if (reads.contains(node.getTransformationUID())) {
        narrow.add(node.getId());
      }
    }
    while (addFollowers(graph, narrow)) {
      // Until there are none.
    }
    for (int id : narrow) {
      graph.setParallelism(id, 1);
    }
    for (int id : narrow) {
      for (StreamEdge edge : graph.getStreamNode(id).getOutEdges()) {
        if (isForward(edge) && !narrow.contains(edge.getTargetId())) {
          edge.setPartitioner(new RebalancePartitioner<>());
        }
      }
    }
  }

  /** Adds the nodes that get all they get from narrow ones of the same subtask. */
  private static boolean addFollowers(StreamGraph graph, Set<Integer> narrow) {
    boolean added = false;
    for (StreamNode node : graph.getStreamNodes()) {
      boolean follows =
          !node.getInEdges().isEmpty()
              && node.getInEdges().stream()
                  .allMatch(edge -> isForward(edge) && narrow.contains(edge.getSourceId()));
      added |= follows && narrow.add(node.getId());
    }
    return added;
  }

  private static boolean isForward(StreamEdge edge) {
    return edge.getPartitioner() instanceof ForwardPartitioner;
  }
}
