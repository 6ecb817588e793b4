package dev.mortise.conformance;

import dev.mortise.pipeline.cli.RunnerAdapter;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a suite runs on.
 *
 * @param mode the runner and whether it streams
 * @param adapter the runner
 * @param parallelisms options of the runner, a list for each parallelism that the suite should run
 *     with, at least one
 */
public record Target(Mode mode, Supplier<RunnerAdapter> adapter, List<List<String>> parallelisms) {
  public Target {
    if (parallelisms.isEmpty()) {
      throw new IllegalArgumentException(
          "Target: parallelisms must hold at least one list of options, but are empty.");
    }
  }

  /** The options of the n-th run: each parallelism has its turn. */
  List<String> args(int turn) {
    return parallelisms.get(Math.floorMod(turn, parallelisms.size()));
  }
}
