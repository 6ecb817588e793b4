package dev.mortise.runner.spark;

import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.runners.TransformHierarchy;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PValue;

/** Finds out whether a pipeline has unbounded collections. */
final class Boundedness extends Pipeline.PipelineVisitor.Defaults {
  private boolean unbounded;

  private Boundedness() {}

  static boolean isUnbounded(Pipeline pipeline) {
    Boundedness visitor = new Boundedness();
    pipeline.traverseTopologically(visitor);
    return visitor.unbounded;
  }

  @Override
  public void visitValue(PValue value, TransformHierarchy.Node producer) {
    if (value instanceof PCollection<?> collection) {
      unbounded |= collection.isBounded() == PCollection.IsBounded.UNBOUNDED;
    }
  }
}
