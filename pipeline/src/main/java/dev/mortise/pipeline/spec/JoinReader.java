package dev.mortise.pipeline.spec;

import dev.mortise.join.JoinInterval;
import dev.mortise.join.JoinType;
import dev.mortise.join.LateRows;
import dev.mortise.pipeline.spec.SpecNode.Text;
import java.util.LinkedHashMap;
import java.util.Map;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads the {@code join} of a spec. */
final class JoinReader {
  private static final FieldNames JOIN =
      FieldNames.of("left", "right", "on", "type", "within", "allowed_lateness", "late");
  private static final Map<String, JoinType> TYPES = new LinkedHashMap<>();
  private static final Map<String, LateRows> LATE = new LinkedHashMap<>();

  static {
    TYPES.put("inner", JoinType.INNER);
    TYPES.put("left", JoinType.LEFT);
    TYPES.put("right", JoinType.RIGHT);
    TYPES.put("full", JoinType.FULL);
    LATE.put("join", LateRows.JOIN);
    LATE.put("divert", LateRows.DIVERT);
  }

  private final Map<String, InputDraft> inputs;

  JoinReader(Map<String, InputDraft> inputs) {
    this.inputs = inputs;
  }

  @Nullable JoinSpec read(SpecNode node) {
    Fields fields = node.fields(JOIN);
    if (fields == null) {
      return null;
    }
    InputDraft left = side(fields, "left");
    InputDraft right = side(fields, "right");
    checkBothAreUsed(fields, left, right);
    SpecNode on = fields.require("on", "Name the fields that form the key, such as [order_id].");
    KeyReader.Keys keys = on == null ? null : new KeyReader(left, right).read(on);
    SpecNode typeNode =
        fields.require(
            "type", "Write inner, left, right or full: whose unmatched rows are emitted.");
    JoinType type = typeNode == null ? null : Values.choice(typeNode, TYPES);
    JoinInterval interval = interval(fields);
    if (left == null || right == null || keys == null || type == null || interval == null) {
      return null;
    }
    return new JoinSpec(left.name(), right.name(), keys.left(), keys.right(), type, interval);
  }

  private @Nullable InputDraft side(Fields fields, String side) {
    SpecNode node = fields.require(side, "Name one of the inputs.");
    Text text = node == null ? null : node.text("Name one of the inputs.");
    if (node == null || text == null) {
      return null;
    }
    InputDraft input = inputs.get(text.value());
    if (input == null) {
      String known = inputs.isEmpty() ? "" : " Inputs: " + Names.list(inputs.keySet()) + ".";
      node.problem(
          text.quoted()
              + " is not an input."
              + Names.didYouMean(text.typed(), inputs.keySet())
              + known);
    }
    return input;
  }

  private void checkBothAreUsed(
      Fields fields, @Nullable InputDraft left, @Nullable InputDraft right) {
    if (left == null || right == null) {
      return; // With a side unknown, the input that it means would be blamed too.
    }
    SpecNode rightNode = fields.get("right");
    if (left.name().equals(right.name()) && rightNode != null) {
      rightNode.problem(
          String.format(
              "left and right must be two inputs, but both are %s. To join a stream with itself,"
                  + " declare a second input with the same source.",
              Quoted.of(left.name())));
      return;
    }
    inputs.forEach(
        (name, input) -> {
          if (!name.equals(left.name()) && !name.equals(right.name())) {
            input
                .node()
                .problem(
                    "is not used by the join, and would be read for nothing. Remove it, or name it"
                        + " in join.left or join.right.");
          }
        });
  }

  private static @Nullable JoinInterval interval(Fields fields) {
    SpecNode within =
        fields.require(
            "within",
            "Write {after: 30m} or {before: 5m, after: 30m}: an unbounded join keeps every row"
                + " forever.");
    JoinInterval interval = within == null ? null : WithinReader.read(within);
    SpecNode latenessNode = fields.get("allowed_lateness");
    Duration lateness =
        latenessNode == null
            ? Duration.ZERO
            : Values.lengthOfTime(latenessNode, "5m", "Write 0s to wait no longer.");
    SpecNode lateNode = fields.get("late");
    LateRows late = lateNode == null ? LateRows.JOIN : Values.choice(lateNode, LATE);
    if (interval == null || lateness == null || late == null) {
      return null;
    }
    return interval.withAllowedLateness(lateness).withLateRows(late);
  }
}
