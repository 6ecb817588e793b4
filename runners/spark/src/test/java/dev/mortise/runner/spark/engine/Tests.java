package dev.mortise.runner.spark.engine;

/** What tests ask of the engine's insides. */
final class Tests {
  private Tests() {}

  /** How many keys a step keeps. */
  static long keys(Progress progress, String step) {
    return progress.graph().keyed().stream()
        .filter(node -> node.name().startsWith(step))
        .mapToLong(node -> progress.keyed(node).keys())
        .sum();
  }

  /** The least watermark of the first source's splits. */
  static long watermark(Progress progress) {
    return progress.splits(progress.graph().reads().get(0)).stream()
        .mapToLong(SplitPlan::watermark)
        .min()
        .orElseThrow();
  }
}
