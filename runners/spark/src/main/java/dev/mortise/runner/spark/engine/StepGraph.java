package dev.mortise.runner.spark.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.values.PCollection;

/**
 * The steps of a pipeline in the order in which a batch runs them. The level of a keyed step is the
 * number of keyed steps on the longest way to it: those of one level do not depend on each other.
 */
final class StepGraph {
  private final List<Node> nodes;
  private final Map<PCollection<?>, Integer> readers = new HashMap<>();
  private final int[] levels;

  StepGraph(List<Node> inOrder) {
    nodes = List.copyOf(inOrder);
    levels = new int[nodes.size()];
    Map<PCollection<?>, Integer> levelOf = new HashMap<>();
    for (Node node : nodes) {
      int level = 0;
      for (PCollection<?> input : node.inputs()) {
        readers.merge(input, 1, Integer::sum);
        level = Math.max(level, levelOf.getOrDefault(input, 0));
      }
      levels[node.id()] = level;
      for (PCollection<?> output : node.outputs()) {
        levelOf.put(output, node instanceof Node.Keyed ? level + 1 : level);
      }
    }
  }

  List<Node> nodes() {
    return nodes;
  }

  /** The nodes of one level, in topological order. */
  List<Node> level(int level) {
    List<Node> found = new ArrayList<>();
    for (Node node : nodes) {
      if (levels[node.id()] == level) {
        found.add(node);
      }
    }
    return found;
  }

  int levels() {
    int most = 0;
    for (int level : levels) {
      most = Math.max(most, level + 1);
    }
    return most;
  }

  /** How many steps read a collection. */
  int readers(PCollection<?> collection) {
    return readers.getOrDefault(collection, 0);
  }

  List<Node.Keyed> keyed() {
    return only(Node.Keyed.class);
  }

  List<Node.Read> reads() {
    return only(Node.Read.class);
  }

  List<Node.ReadAll> bounded() {
    return only(Node.ReadAll.class);
  }

  private <N extends Node> List<N> only(Class<N> kind) {
    return nodes.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
