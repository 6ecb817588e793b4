package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.SpecNode.Text;
import java.util.Map;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads values of the kinds that many fields share. */
final class Values {
  private Values() {}

  /** One of a few words. Null if it is none of them, which is reported by then. */
  static <T> @Nullable T choice(SpecNode node, Map<String, T> choices) {
    String allowed = String.join(", ", choices.keySet());
    Text text = node.text("Write one of " + allowed + ".");
    if (text == null) {
      return null;
    }
    T chosen = choices.get(text.value());
    if (chosen == null) {
      node.problem(
          text.quoted()
              + " is not known here."
              + Names.didYouMean(text.typed(), choices.keySet())
              + " Allowed: "
              + allowed
              + ".");
    }
    return chosen;
  }

  /** A duration of any sign. */
  static @Nullable Duration duration(SpecNode node, String example) {
    Text text = node.text("Write a duration such as " + example + ".");
    if (text == null) {
      return null;
    }
    try {
      return Durations.parse(text.value(), text.quoted());
    } catch (UserMistake e) {
      node.problem(e.text());
      return null;
    }
  }

  /** A duration of zero or more. */
  static @Nullable Duration lengthOfTime(SpecNode node, String example, String ifNegative) {
    Duration duration = duration(node, example);
    if (duration != null && duration.getMillis() < 0) {
      node.problem("must not be negative, but is " + node.kind() + ". " + ifNegative);
      return null;
    }
    return duration;
  }
}
