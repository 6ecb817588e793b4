package dev.mortise.runner.spark;

import dev.mortise.pipeline.cli.UsageException;
import dev.mortise.pipeline.graph.StateSignature;
import dev.mortise.runner.spark.engine.JobInfo;
import dev.mortise.runner.spark.engine.MicroBatchRunner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the user's checkpoint directory holds already. */
final class Checkpoint {
  private Checkpoint() {}

  /**
   * Whether a run with this directory goes on from the state of an earlier one.
   *
   * @throws UsageException if that state does not fit the spec, or can't be read
   */
  static boolean isResumable(String directory, StateSignature own) throws UsageException {
    JobInfo job = find(directory);
    if (job == null) {
      return false;
    }
    List<String> differences = own.differences(StateSignature.fromJson(job.signature()));
    if (!differences.isEmpty()) {
      List<String> problems = new ArrayList<>(differences);
      problems.add(
          "--checkpointDir: " + directory + " holds that state. Name another to start anew.");
      throw new UsageException(problems);
    }
    if (job.finished()) {
      // Not an error: whoever submits again what was cut off just after its end gets its summary.
      System.err.printf(
          "--checkpointDir: the run in %s has come to its end before, and its outputs are whole."
              + " Its summary is printed again. Name another directory to run anew.%n",
          directory);
    }
    return true;
  }

  private static @Nullable JobInfo find(String directory) throws UsageException {
    try {
      return MicroBatchRunner.find(directory);
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          List.of(
              "--checkpointDir: must be a directory that can be read, but "
                  + directory
                  + " can't be: "
                  + e.getMessage()));
    }
  }
}
