package dev.mortise.runner.spark.engine;

import dev.mortise.runner.spark.engine.state.PartitionState;
import java.util.List;

/** Where a keyed step stands behind a batch: its state, and what the driver knows of it. */
final class KeyedStatus {
  private StateRdd state;
  private long nextEvent = PartitionState.NONE;
  private long nextProcessing = PartitionState.NONE;
  private long hold = PartitionState.NONE;
  private long keys;

  KeyedStatus(StateRdd state) {
    this.state = state;
  }

  StateRdd state() {
    return state;
  }

  long nextProcessing() {
    return nextProcessing;
  }

  long hold() {
    return hold;
  }

  long keys() {
    return keys;
  }

  /** Takes over what a batch, or a file, says. */
  void become(StateRdd after, List<Tasks.Summary> partitions) {
    state = after;
    nextEvent = PartitionState.NONE;
    nextProcessing = PartitionState.NONE;
    hold = PartitionState.NONE;
    keys = 0;
    for (Tasks.Summary partition : partitions) {
      nextEvent = Math.min(nextEvent, partition.nextEvent());
      nextProcessing = Math.min(nextProcessing, partition.nextProcessing());
      hold = Math.min(hold, partition.hold());
      keys += partition.keys();
    }
  }

  /** Whether a batch without rows has anything to do here. */
  boolean isDue(BatchTimes times) {
    return nextEvent < times.inputAfter()
        || nextProcessing < times.processing()
        || (times.ends() && keys > 0);
  }
}
