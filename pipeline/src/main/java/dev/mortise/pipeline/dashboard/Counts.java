package dev.mortise.pipeline.dashboard;

import dev.mortise.join.JoinSide;
import dev.mortise.pipeline.summary.InputSummary;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/** The counts of a sample that the page shows, by what they mean. */
final class Counts {
  private Counts() {}

  static ToLongFunction<Sample> of(JoinSide side, ToLongFunction<InputSummary> count) {
    return sample -> count.applyAsLong(input(sample, side));
  }

  /** Of both sides. */
  static ToLongFunction<Sample> ofBoth(ToLongFunction<InputSummary> count) {
    return sample ->
        count.applyAsLong(input(sample, JoinSide.LEFT))
            + count.applyAsLong(input(sample, JoinSide.RIGHT));
  }

  static InputSummary input(Sample sample, JoinSide side) {
    return side == JoinSide.LEFT ? sample.totals().left() : sample.totals().right();
  }

  /** Readable rows whose fate is known. */
  static long decided(InputSummary input) {
    return input.matched() + input.unmatched() + input.late() + input.nullKey();
  }

  /**
   * The share, 0 to 1, of the rows decided in the last seconds that found a partner; empty if none
   * was decided.
   */
  static OptionalDouble matchRate(History.View view, JoinSide side, int seconds) {
    long decided = view.grown(of(side, Counts::decided), seconds);
    long matched = view.grown(of(side, InputSummary::matched), seconds);
    // Counters of one moment need not be of one bundle.
    return decided > 0
        ? OptionalDouble.of(Math.min(1.0, (double) matched / decided))
        : OptionalDouble.empty();
  }
}
