package dev.mortise.runner.flink;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamGraphHasherV2;
import org.apache.flink.streaming.api.graph.StreamNode;

/** The ids by which Flink knows the state of steps: digests of their names. */
final class StepIds {
  private StepIds() {}

  /** Of all steps of a job. */
  static Set<OperatorID> of(StreamGraph graph) {
    Set<OperatorID> ids = new LinkedHashSet<>();
    digests(graph).values().forEach(digest -> ids.add(new OperatorID(digest)));
    return ids;
  }

  /**
   * Of steps of which only the names are known, by their names. The digest is Flink's own matter: a
   * job that has nothing but steps of these names is asked for it.
   */
  static Map<String, OperatorID> of(Collection<String> names) {
    StreamExecutionEnvironment scratch = new StreamExecutionEnvironment(new Configuration());
    DataStream<Long> source = scratch.fromSequence(0, 0);
    names.forEach(name -> source.filter(any -> true).uid(name));
    StreamGraph graph = scratch.getStreamGraph();
    Map<Integer, byte[]> digests = digests(graph);
    Map<String, OperatorID> ids = new HashMap<>();
    for (StreamNode step : graph.getStreamNodes()) {
      String name = step.getTransformationUID();
      if (name != null) {
        ids.put(name, new OperatorID(Objects.requireNonNull(digests.get(step.getId()))));
      }
    }
    return ids;
  }

  private static Map<Integer, byte[]> digests(StreamGraph graph) {
    return new StreamGraphHasherV2().traverseStreamGraphAndGenerateHashes(graph);
  }
}
