package dev.mortise.pipeline.graph;

import dev.mortise.join.IntervalJoin;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;

/** Pipeline options of the join, beside those of Beam. */
public interface JoinOptions extends PipelineOptions {

  /** See {@link IntervalJoin#withShards}. */
  @Description(
      "Number of shards over which the join spreads its keys, from 1 to 65536. Take at least 16 for"
          + " each parallel task. It is part of the job's state and can't change while that is kept.")
  @Default.Integer(IntervalJoin.DEFAULT_SHARDS)
  int getJoinShards();

  void setJoinShards(int number);
}
