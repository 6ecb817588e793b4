package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.NamedWindow.Over;
import dev.mortise.pipeline.spec.SpecNode.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema.TypeName;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads the {@code windows} of a spec. */
final class WindowsReader {
  private static final FieldNames WINDOW =
      FieldNames.of("over", "window", "by", "aggregate", "emit", "allowed_lateness");
  private static final Set<String> RESERVED =
      Set.of(OutputSpec.MATCHED, OutputSpec.UNMATCHED, OutputSpec.LATE, OutputSpec.DEAD_LETTER);

  private final Map<String, InputDraft> inputs;
  private final @Nullable JoinSpec join;

  /**
   * @param join null if the join is not sound: then fields of rows are not known, and not checked
   */
  WindowsReader(Map<String, InputDraft> inputs, @Nullable JoinSpec join) {
    this.inputs = inputs;
    this.join = join;
  }

  Map<String, NamedWindow> read(SpecNode node) {
    Map<String, SpecNode> entries =
        node.entries("Write a block for each window, under a name of your choice.");
    Map<String, NamedWindow> windows = new LinkedHashMap<>();
    Map<String, String> counted = new HashMap<>();
    if (entries == null) {
      return windows;
    }
    entries.forEach(
        (name, entry) -> {
          checkName(name, entry, counted);
          NamedWindow window = window(name, entry);
          if (window != null) {
            windows.put(name, window);
          }
        });
    return windows;
  }

  private static void checkName(String name, SpecNode node, Map<String, String> counted) {
    if (RESERVED.contains(name)) {
      node.problem("a window can't have the name of an output of the join. Choose another.");
    } else if (!Names.isName(name)) {
      node.problem(
          "a window's name is a letter, then up to 63 letters, digits, _ or -. Choose another.");
    }
    String first = counted.putIfAbsent(Names.inCounters(name), name);
    if (first != null && !first.equals(name)) {
      node.problem(
          String.format(
              "%s and %s would share their counters, which know no capitals and no dashes. Rename"
                  + " one of them.",
              Quoted.of(first), Quoted.of(name)));
    }
  }

  private @Nullable NamedWindow window(String name, SpecNode node) {
    Fields fields = node.fields(WINDOW);
    if (fields == null) {
      return null;
    }
    SpecNode overNode = fields.require("over", "Write matched, unmatched or the name of an input.");
    Text overText =
        overNode == null ? null : overNode.text("Write matched, unmatched or an input.");
    Over over = overNode == null || overText == null ? null : over(overNode, overText);
    SpecNode shapeNode = fields.require("window", WindowShapeReader.FIX);
    WindowShape shape = shapeNode == null ? null : WindowShapeReader.read(shapeNode);

    FieldRefReader refs = refs(over);
    SpecNode byNode = fields.get("by");
    List<FieldRef> by = byNode == null ? List.of() : by(byNode, refs);
    SpecNode aggregateNode = fields.require("aggregate", "Write {rows: count} or alike.");
    List<AggregateSpec> aggregates =
        aggregateNode == null ? List.of() : new AggregateReader(refs).read(aggregateNode);

    SpecNode emitNode = fields.get("emit");
    Emission emission =
        emitNode == null ? Emission.AT_THE_END : WindowShapeReader.emission(emitNode);
    SpecNode latenessNode = fields.get("allowed_lateness");
    Duration lateness =
        latenessNode == null
            ? Duration.ZERO
            : Values.lengthOfTime(latenessNode, "5m", "Write 0s to wait no longer.");
    if (over == null
        || overText == null
        || shape == null
        || by == null
        || emission == null
        || lateness == null) {
      return null;
    }
    return new NamedWindow(name, over, overText.value(), shape, lateness, by, aggregates, emission);
  }

  private @Nullable Over over(SpecNode node, Text text) {
    if (text.value().equals(OutputSpec.MATCHED)) {
      return Over.MATCHED;
    }
    if (text.value().equals(OutputSpec.UNMATCHED)) {
      return Over.UNMATCHED;
    }
    if (!inputs.containsKey(text.value())) {
      Set<String> allowed = new LinkedHashSet<>(List.of(OutputSpec.MATCHED, OutputSpec.UNMATCHED));
      allowed.addAll(inputs.keySet());
      node.problem(
          text.quoted()
              + " is nothing a window can be over."
              + Names.didYouMean(text.typed(), allowed)
              + " Allowed: "
              + Names.list(allowed)
              + ".");
      return null;
    }
    return join == null || text.value().equals(join.left()) ? Over.LEFT_INPUT : Over.RIGHT_INPUT;
  }

  private FieldRefReader refs(@Nullable Over over) {
    InputDraft left = join == null ? null : inputs.get(join.left());
    InputDraft right = join == null ? null : inputs.get(join.right());
    return over == null || join == null || left == null || right == null
        ? FieldRefReader.unknown()
        : FieldRefReader.of(over, left, right, join);
  }

  /** Null if any can't be read: half a grouping would be another one. */
  private static @Nullable List<FieldRef> by(SpecNode node, FieldRefReader refs) {
    List<SpecNode> items = node.items("Write a list of fields, such as [left.customer_id].");
    if (items == null) {
      return null;
    }
    List<FieldRef> by = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (SpecNode item : items) {
      FieldRef ref = refs.read(item);
      if (ref == null) {
        continue;
      }
      if (!seen.add(ref.written())) {
        item.problem("names " + Quoted.of(ref.written()) + " a second time. Remove it.");
      } else if (ref.type().getTypeName() == TypeName.DOUBLE) {
        item.problem(
            Quoted.of(ref.written())
                + " is a double, and doubles that should be equal often differ in the last bit. Group"
                + " by a string, int64 or decimal field.");
      } else {
        by.add(ref);
      }
    }
    return by.size() == items.size() ? by : null;
  }
}
