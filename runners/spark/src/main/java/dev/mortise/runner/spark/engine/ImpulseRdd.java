package dev.mortise.runner.spark.engine;

import org.apache.beam.sdk.values.WindowedValue;
import org.apache.beam.sdk.values.WindowedValues;
import org.apache.spark.Partition;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;

/** The one empty element that a pipeline's bounded beginnings start from. */
final class ImpulseRdd extends EngineRdd<WindowedValue<Object>> {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("unchecked") // Classes have no type arguments.
  ImpulseRdd(SparkContext spark) {
    super(spark, (Class<WindowedValue<Object>>) (Class<?>) WindowedValue.class);
  }

  private record Only(int index) implements Partition {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public Partition[] getPartitions() {
    return new Partition[] {new Only(0)};
  }

  @Override
  public scala.collection.Iterator<WindowedValue<Object>> compute(
      Partition partition, TaskContext task) {
    return only(WindowedValues.valueInGlobalWindow(new byte[0]));
  }
}
