package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.SpecNode.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/** Reads {@code join.on} and checks the key's fields against both schemas. */
final class KeyReader {
  /** The fields of the key, pairwise. */
  record Keys(List<String> left, List<String> right) {}

  private record KeyField(SpecNode node, Text name, Schema.@Nullable FieldType type) {}

  private static final FieldNames ON = FieldNames.of("left", "right");
  private static final String FIX = "Write a list of fields, such as [order_id].";

  private final @Nullable InputDraft left;
  private final @Nullable InputDraft right;

  KeyReader(@Nullable InputDraft left, @Nullable InputDraft right) {
    this.left = left;
    this.right = right;
  }

  @Nullable Keys read(SpecNode node) {
    if (!node.isMap() && !node.isList()) {
      node.problem(
          "must be a list of fields, but is "
              + node.kind()
              + ". Write [order_id] or {left: [order_id], right: [order_ref]}.");
      return null;
    }
    SpecNode leftNode = node;
    SpecNode rightNode = node;
    if (node.isMap()) {
      Fields fields = node.fields(ON);
      leftNode = fields == null ? null : fields.require("left", FIX);
      rightNode = fields == null ? null : fields.require("right", FIX);
    }
    List<KeyField> ofLeft = leftNode == null ? null : side(leftNode, left);
    List<KeyField> ofRight = rightNode == null ? null : side(rightNode, right);
    if (ofLeft == null || ofRight == null) {
      return null;
    }
    if (ofLeft.size() != ofRight.size()) {
      node.problem(
          String.format(
              "must name as many fields on the left as on the right, but names %d and %d. Pair each"
                  + " with its counterpart.",
              ofLeft.size(), ofRight.size()));
      return null;
    }
    for (int i = 0; i < ofLeft.size(); i++) {
      checkPair(ofLeft.get(i), ofRight.get(i));
    }
    return new Keys(names(ofLeft), names(ofRight));
  }

  /** One side's fields. Null if any can't be read, so that counts are compared only if known. */
  private static @Nullable List<KeyField> side(SpecNode node, @Nullable InputDraft input) {
    List<SpecNode> items = node.items(FIX);
    if (items == null) {
      return null;
    }
    if (items.isEmpty()) {
      node.problem("must name at least one field. " + FIX);
      return null;
    }
    List<KeyField> fields = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (SpecNode item : items) {
      Text name = item.text("Name a field.");
      if (name == null) {
        continue;
      }
      if (!seen.add(name.value())) {
        item.problem("names " + name.quoted() + " a second time. Remove it.");
      }
      fields.add(new KeyField(item, name, type(item, name, input)));
    }
    return fields.size() == items.size() ? fields : null;
  }

  private static Schema.@Nullable FieldType type(
      SpecNode item, Text name, @Nullable InputDraft input) {
    Schema schema = input == null ? null : input.schema();
    if (input == null || schema == null) {
      return null;
    }
    if (!schema.hasField(name.value())) {
      item.problem(
          String.format(
              "%s is not a field of %s.%s Its fields: %s.",
              name.quoted(),
              input.name(),
              Names.didYouMean(name.typed(), schema.getFieldNames()),
              Names.list(schema.getFieldNames())));
      return null;
    }
    Schema.FieldType type = schema.getField(name.value()).getType();
    if (type.getTypeName() == Schema.TypeName.DOUBLE) {
      item.problem(
          String.format(
              "%s of %s is a double, and doubles that should be equal often differ in the last bit."
                  + " Use a string, int64 or decimal field as key.",
              name.quoted(), input.name()));
      return null;
    }
    return type;
  }

  private void checkPair(KeyField ofLeft, KeyField ofRight) {
    Schema.FieldType leftType = ofLeft.type();
    Schema.FieldType rightType = ofRight.type();
    if (left == null
        || right == null
        || leftType == null
        || rightType == null
        || leftType.getTypeName() == rightType.getTypeName()) {
      return;
    }
    ofRight
        .node()
        .problem(
            String.format(
                "a key's fields must be of one type, but %s of %s is %s and %s of %s is %s. Declare"
                    + " both alike.",
                ofLeft.name().quoted(),
                left.name(),
                SchemaReader.nameOf(leftType.withNullable(false)),
                ofRight.name().quoted(),
                right.name(),
                SchemaReader.nameOf(rightType.withNullable(false))));
  }

  private static List<String> names(List<KeyField> fields) {
    return fields.stream().map(field -> field.name().value()).toList();
  }
}
