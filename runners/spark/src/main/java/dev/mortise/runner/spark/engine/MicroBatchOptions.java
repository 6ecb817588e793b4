package dev.mortise.runner.spark.engine;

import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;

/** How streams are cut into micro-batches on Spark. */
public interface MicroBatchOptions extends PipelineOptions {

  @Description(
      "Spark streams: how many batches there are from one checkpoint of the state to the next.")
  @Default.Integer(10)
  int getBatchesPerCheckpoint();

  void setBatchesPerCheckpoint(int batches);

  @Description("Spark streams: the most elements that one batch reads from one part of a source.")
  @Default.Long(100_000)
  long getMaxElementsPerBatch();

  void setMaxElementsPerBatch(long elements);

  @Description(
      "Spark streams: how long, in milliseconds, one batch reads from one part of a source.")
  @Default.Long(300)
  long getMaxReadMillisPerBatch();

  void setMaxReadMillisPerBatch(long millis);

  @Description(
      "Spark streams: the least time, in milliseconds, from the start of one batch to the next."
          + " 0 begins a batch as soon as there is something to do.")
  @Default.Long(0)
  long getMinBatchMillis();

  void setMinBatchMillis(long millis);

  @Description(
      "Spark streams: how many partitions the state of a step has; fixed when a job first starts."
          + " 0 is Spark's default parallelism.")
  @Default.Integer(0)
  int getStatePartitions();

  void setStatePartitions(int partitions);
}
