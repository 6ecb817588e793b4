package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.FieldRef.Origin;
import dev.mortise.pipeline.spec.NamedWindow.Over;
import dev.mortise.pipeline.spec.SpecNode.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.jspecify.annotations.Nullable;

/** Reads the names of values that a window's rows have. */
final class FieldRefReader {
  private static final String KEY = "key";

  private final Map<String, FieldRef> known = new LinkedHashMap<>();
  private final Map<String, String> hints = new LinkedHashMap<>();
  private final boolean complete;
  private final String rows;

  /**
   * @param complete whether all names are known; if not, an unknown one is no mistake of its own
   * @param rows what the rows are called in messages
   */
  private FieldRefReader(boolean complete, String rows) {
    this.complete = complete;
    this.rows = rows;
  }

  /** For a window whose rows could not be told: it finds nothing, and blames nothing. */
  static FieldRefReader unknown() {
    return new FieldRefReader(false, "");
  }

  /** The names that rows of {@code over} have. */
  static FieldRefReader of(Over over, InputDraft left, InputDraft right, JoinSpec join) {
    Schema leftSchema = left.schema();
    Schema rightSchema = right.schema();
    if (leftSchema == null || rightSchema == null) {
      return unknown();
    }
    return switch (over) {
      case LEFT_INPUT -> ofInput(Origin.LEFT, left.name(), leftSchema);
      case RIGHT_INPUT -> ofInput(Origin.RIGHT, right.name(), rightSchema);
      case MATCHED -> {
        FieldRefReader reader = new FieldRefReader(true, "a pair");
        reader.addSides(left, leftSchema, right, rightSchema, false);
        reader.addKey(leftSchema, join, false);
        reader.add(new FieldRef("gap_ms", Origin.GAP, "gap_ms", FieldType.INT64));
        yield reader;
      }
      case UNMATCHED -> {
        FieldRefReader reader = new FieldRefReader(true, "an unmatched row");
        reader.addSides(left, leftSchema, right, rightSchema, true);
        reader.addKey(leftSchema, join, true);
        reader.add(new FieldRef("side", Origin.SIDE, "side", FieldType.STRING));
        reader.add(new FieldRef("reason", Origin.REASON, "reason", FieldType.STRING));
        yield reader;
      }
    };
  }

  private static FieldRefReader ofInput(Origin origin, String input, Schema schema) {
    FieldRefReader reader = new FieldRefReader(true, "a row of " + input);
    for (Schema.Field field : schema.getFields()) {
      reader.add(new FieldRef(field.getName(), origin, field.getName(), field.getType()));
      String side = origin == Origin.LEFT ? "left." : "right.";
      reader.hints.put(side + field.getName(), field.getName());
      reader.hints.put(input + "." + field.getName(), field.getName());
    }
    return reader;
  }

  private void addSides(
      InputDraft left, Schema leftSchema, InputDraft right, Schema rightSchema, boolean either) {
    addSide("left", Origin.LEFT, left.name(), leftSchema, either);
    addSide("right", Origin.RIGHT, right.name(), rightSchema, either);
  }

  private void addSide(String side, Origin origin, String input, Schema schema, boolean either) {
    for (Schema.Field field : schema.getFields()) {
      String name = side + "." + field.getName();
      FieldType type = either ? field.getType().withNullable(true) : field.getType();
      add(new FieldRef(name, origin, field.getName(), type));
      hints.putIfAbsent(input + "." + field.getName(), name);
      hints.putIfAbsent(field.getName(), name);
    }
  }

  /** A key of several fields is no one value. */
  private void addKey(Schema leftSchema, JoinSpec join, boolean nullable) {
    if (join.leftKey().size() == 1) {
      FieldType type = leftSchema.getField(join.leftKey().get(0)).getType();
      add(new FieldRef(KEY, Origin.KEY, KEY, type.withNullable(nullable)));
    } else {
      hints.put(KEY, "left." + join.leftKey().get(0));
    }
  }

  private void add(FieldRef ref) {
    known.put(ref.written(), ref);
  }

  /** The value that a node names. Null if it names none, which is reported by then. */
  @Nullable FieldRef read(SpecNode node) {
    Text text = node.text("Name a field" + example() + ".");
    if (text == null) {
      return null;
    }
    FieldRef ref = known.get(text.value());
    if (ref == null && complete) {
      String hint = hints.get(text.value());
      node.problem(
          text.quoted()
              + " is not a field of "
              + rows
              + "."
              + (hint == null
                  ? Names.didYouMean(text.typed(), known.keySet())
                  : " Did you mean " + hint + "?")
              + " Its fields: "
              + Names.list(known.keySet())
              + ".");
    }
    return ref;
  }

  private String example() {
    List<String> names = new ArrayList<>(known.keySet());
    return names.isEmpty() ? "" : ", such as " + names.get(0);
  }
}
