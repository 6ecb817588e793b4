package dev.mortise.pipeline.cli;

import dev.mortise.join.JoinInterval;
import dev.mortise.join.JoinSide;
import dev.mortise.pipeline.spec.Durations;
import dev.mortise.pipeline.spec.InputSpec;
import org.joda.time.Duration;

/** An interval of event time in words and formulas, with the inputs' own names. */
final class BoundText {
  private static final long SECOND = 1_000;

  private final InputSpec left;
  private final InputSpec right;
  private final JoinInterval interval;

  BoundText(InputSpec left, InputSpec right, JoinInterval interval) {
    this.left = left;
    this.right = right;
    this.interval = interval;
  }

  /** Where partners of a row of {@code side} lie. */
  String inWords(JoinSide side) {
    boolean isLeft = side == JoinSide.LEFT;
    Duration from = isLeft ? interval.lower() : interval.upper().negated();
    Duration to = isLeft ? interval.upper() : interval.lower().negated();
    InputSpec row = isLeft ? left : right;
    InputSpec partner = isLeft ? right : left;
    return partner.name() + " lie " + distance(from, to) + " " + row.name();
  }

  /**
   * The condition on two event times. An end that was excluded is stored a millisecond further in,
   * and shown as the user wrote it: to the millisecond both say the same.
   */
  String formula() {
    String distance = time(right) + " - " + time(left);
    long lower = interval.lower().getMillis();
    long upper = interval.upper().getMillis();
    if (lower == upper) {
      return distance + " = " + Durations.format(interval.lower());
    }
    String from =
        Math.floorMod(lower, SECOND) == 1
            ? Durations.format(Duration.millis(lower - 1)) + " < "
            : Durations.format(interval.lower()) + " <= ";
    String to =
        Math.floorMod(upper, SECOND) == SECOND - 1
            ? " < " + Durations.format(Duration.millis(upper + 1))
            : " <= " + Durations.format(interval.upper());
    return from + distance + to;
  }

  /** How long rows of a side wait. */
  String retentionInWords(JoinSide side) {
    InputSpec input = side == JoinSide.LEFT ? left : right;
    Duration total = interval.retention(side);
    if (total.getMillis() < 0) {
      return String.format(
          "%s wait only while more than %s ahead of the watermark: their partners come before them",
          input.name(), Durations.format(total.negated()));
    }
    if (total.getMillis() == 0) {
      return input.name() + " wait until the watermark passes their own time";
    }
    return String.format(
        "%s wait until the watermark is more than %s past their own time",
        input.name(), Durations.format(total));
  }

  /** The watermark at which rows of a side expire, as it is made up. */
  String retentionFormula(JoinSide side) {
    boolean isLeft = side == JoinSide.LEFT;
    Duration bound = isLeft ? interval.upper() : interval.lower();
    String text = Durations.format(bound);
    return String.format(
        "  watermark > %s %s %s + lateness %s = %s",
        time(isLeft ? left : right),
        isLeft ? "+ upper" : "- lower",
        bound.getMillis() < 0 ? "(" + text + ")" : text,
        Durations.format(interval.allowedLateness()),
        plus(isLeft ? left : right, interval.retention(side)));
  }

  private static String time(InputSpec input) {
    return input.name() + "." + input.eventTime();
  }

  private static String plus(InputSpec input, Duration offset) {
    if (offset.getMillis() == 0) {
      return input.eventTime();
    }
    return input.eventTime()
        + (offset.getMillis() < 0
            ? " - " + Durations.format(offset.negated())
            : " + " + Durations.format(offset));
  }

  private static String distance(Duration from, Duration to) {
    if (from.equals(to)) {
      return from.getMillis() == 0 ? "at the very time of" : "exactly " + apart(from);
    }
    if (from.getMillis() >= 0) {
      return Durations.format(from) + " to " + apart(to);
    }
    if (to.getMillis() <= 0) {
      return Durations.format(to.negated()) + " to " + apart(from);
    }
    return "from " + apart(from) + " to " + apart(to);
  }

  private static String apart(Duration distance) {
    return distance.getMillis() < 0
        ? Durations.format(distance.negated()) + " before"
        : Durations.format(distance) + " after";
  }
}
