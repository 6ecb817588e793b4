package dev.mortise.runner.spark.engine;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.io.BoundedSource;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.util.SerializableUtils;

/**
 * The parts of a job's sources, by the names of the steps that read them. Split once: a job that
 * goes on has to find its parts again as they were.
 */
final class Sources implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final long BUNDLE_BYTES = 16 << 20;

  private final Map<String, ArrayList<SplitSource<?, ?>>> unbounded = new LinkedHashMap<>();
  private final Map<String, ArrayList<BoundedSource<?>>> bounded = new LinkedHashMap<>();

  static Sources split(StepGraph graph, int parts, PipelineOptions options) throws Exception {
    Sources sources = new Sources();
    for (Node.Read read : graph.reads()) {
      ArrayList<SplitSource<?, ?>> splits = new ArrayList<>();
      for (UnboundedSource<?, ?> split : read.source().split(parts, options)) {
        splits.add(new SplitSource<>(split));
      }
      sources.unbounded.put(read.name(), splits);
    }
    for (Node.ReadAll read : graph.bounded()) {
      BoundedSource<?> source = read.source();
      if (source != null) {
        sources.bounded.put(read.name(), new ArrayList<>(source.split(BUNDLE_BYTES, options)));
      }
    }
    return sources;
  }

  byte[] toBytes() {
    return SerializableUtils.serializeToByteArray(this);
  }

  static Sources fromBytes(byte[] bytes) {
    return (Sources) SerializableUtils.deserializeFromByteArray(bytes, "sources");
  }

  /** The parts of a stream, none if the job did not have it. */
  List<SplitSource<?, ?>> splits(Node.Read read) {
    return unbounded.getOrDefault(read.name(), new ArrayList<>());
  }

  List<BoundedSource<?>> bounded(Node.ReadAll read) {
    return bounded.getOrDefault(read.name(), new ArrayList<>());
  }
}
