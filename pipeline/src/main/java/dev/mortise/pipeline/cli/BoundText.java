package dev.mortise.pipeline.cli;

import dev.mortise.join.JoinInterval;
import dev.mortise.join.JoinSide;
import dev.mortise.pipeline.spec.Durations;
import dev.mortise.pipeline.spec.InputSpec;
import org.joda.time.Duration;

/** An interval of event time in words and formulas, with the inputs' own names. */
final class BoundText {
  private final InputSpec left;
  private final InputSpec right;
  private final JoinInterval interval;

  BoundText(InputSpec left, InputSpec right, JoinInterval interval) {
    this.left = left;
    this.right = right;
    this.interval = interval;
  }

  /** Both directions: where the right row lies seen from the left one, and the other way round. */
  String inWords() {
    Duration lower = interval.lower();
    Duration upper = interval.upper();
    return String.format(
        "%s %s %s; %s %s %s",
        right.name(),
        distance(lower, upper),
        left.name(),
        left.name(),
        distance(upper.negated(), lower.negated()),
        right.name());
  }

  String formula() {
    String distance = time(right) + " - " + time(left);
    if (interval.lower().equals(interval.upper())) {
      return distance + " = " + Durations.format(interval.lower());
    }
    return String.format(
        "%s <= %s <= %s",
        Durations.format(interval.lower()), distance, Durations.format(interval.upper()));
  }

  /** How long rows of a side wait, and why. */
  String retention(JoinSide side) {
    InputSpec input = side == JoinSide.LEFT ? left : right;
    boolean isLeft = side == JoinSide.LEFT;
    Duration reach = isLeft ? interval.upper() : interval.lower().negated();
    Duration total = interval.retention(side);
    String sum =
        String.format(
            "%s %s %s + lateness %s",
            time(input),
            isLeft ? "+ upper" : "- lower",
            operand(isLeft ? interval.upper() : interval.lower()),
            Durations.format(interval.allowedLateness()));
    String passes = "until the watermark passes " + sum;
    if (total.getMillis() < 0) {
      return String.format(
          "%s wait only while over %s ahead of the watermark (partners lie at least %s before):"
              + " %s = %s",
          input.name(),
          Durations.format(total.negated()),
          Durations.format(reach.negated()),
          passes,
          plus(input, total));
    }
    return String.format("%s %s = %s", input.name(), passes, plus(input, total));
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

  private static String operand(Duration duration) {
    String text = Durations.format(duration);
    return duration.getMillis() < 0 ? "(" + text + ")" : text;
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
