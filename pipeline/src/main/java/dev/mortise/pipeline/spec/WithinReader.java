package dev.mortise.pipeline.spec;

import dev.mortise.join.JoinInterval;
import java.util.LinkedHashMap;
import java.util.Map;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code join.within}: either {@code before} and {@code after}, or {@code lower} and {@code
 * upper}, in event time.
 */
final class WithinReader {
  private enum Ends {
    LOWER,
    UPPER,
    BOTH
  }

  private static final FieldNames WITHIN =
      FieldNames.of("before", "after", "lower", "upper", "exclusive");
  private static final String UNBOUNDED = "an unbounded join keeps every row forever.";
  private static final String SIGNED =
      "For a bound on the other side of zero, write {lower: ..., upper: ...}.";
  private static final Map<String, Ends> EXCLUSIVE = new LinkedHashMap<>();

  static {
    EXCLUSIVE.put("lower", Ends.LOWER);
    EXCLUSIVE.put("upper", Ends.UPPER);
    EXCLUSIVE.put("both", Ends.BOTH);
  }

  private WithinReader() {}

  static @Nullable JoinInterval read(SpecNode node) {
    if (!node.isMap()) {
      node.problem(
          "must say how far the right row may lie from the left one, but is "
              + node.kind()
              + ". Write {after: 30m}, {before: 5m, after: 30m} or {lower: -5m, upper: 30m}.");
      return null;
    }
    Fields fields = node.fields(WITHIN);
    if (fields == null) {
      return null;
    }
    SpecNode exclusiveNode = fields.get("exclusive");
    Ends exclusive = exclusiveNode == null ? null : Values.choice(exclusiveNode, EXCLUSIVE);
    if (exclusiveNode != null && exclusive == null) {
      bounds(node, fields);
      return null;
    }
    Bounds bounds = bounds(node, fields);
    return bounds == null ? null : interval(node, bounds, exclusive);
  }

  private record Bounds(Duration lower, Duration upper) {}

  private static @Nullable Bounds bounds(SpecNode node, Fields fields) {
    boolean around = fields.has("before") || fields.has("after");
    boolean signed = fields.has("lower") || fields.has("upper");
    if (around && signed) {
      node.problem("takes before and after, or lower and upper, not a mix. Remove one pair.");
    } else if (!around && !signed && !fields.hasMisspelt()) {
      node.problem("has no bound: " + UNBOUNDED + " Write {after: 30m} or alike.");
    }
    Duration before = length(fields, "before");
    Duration after = length(fields, "after");
    Duration lower = signed(fields, "lower");
    Duration upper = signed(fields, "upper");
    if (around && !signed) {
      return before == null || after == null ? null : new Bounds(before.negated(), after);
    }
    if (signed && !around && !(fields.has("lower") && fields.has("upper"))) {
      String missing = fields.has("lower") ? "upper" : "lower";
      fields.missing(missing, "is missing: " + UNBOUNDED + " Write both lower and upper.");
    }
    return around || lower == null || upper == null ? null : new Bounds(lower, upper);
  }

  private static @Nullable JoinInterval interval(
      SpecNode node, Bounds bounds, @Nullable Ends exclusive) {
    String lower = Durations.format(bounds.lower());
    String upper = Durations.format(bounds.upper());
    if (bounds.lower().isLongerThan(bounds.upper())) {
      node.problem(
          String.format(
              "lower must not be above upper, but lower = %s and upper = %s. Swap them?",
              lower, upper));
      return null;
    }
    JoinInterval interval = JoinInterval.between(bounds.lower(), bounds.upper());
    if (exclusive == null) {
      return interval;
    }
    long excluded = exclusive == Ends.BOTH ? 2 : 1;
    if (bounds.upper().minus(bounds.lower()).getMillis() < excluded) {
      node.problem(
          String.format(
              "nothing is left between lower = %s and upper = %s, to the millisecond, with its ends"
                  + " excluded. Remove exclusive, or widen the bound.",
              lower, upper));
      return null;
    }
    interval = exclusive == Ends.UPPER ? interval : interval.exclusiveLower();
    return exclusive == Ends.LOWER ? interval : interval.exclusiveUpper();
  }

  /** Zero if the field is absent: {@code {after: 30m}} is 0 to 30 minutes after. */
  private static @Nullable Duration length(Fields fields, String name) {
    SpecNode node = fields.get(name);
    return node == null ? Duration.ZERO : Values.lengthOfTime(node, "30m", SIGNED);
  }

  private static @Nullable Duration signed(Fields fields, String name) {
    SpecNode node = fields.get(name);
    return node == null ? null : Values.duration(node, "30m");
  }
}
