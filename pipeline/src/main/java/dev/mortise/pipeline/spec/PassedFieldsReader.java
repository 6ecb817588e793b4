package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.SpecNode.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * Reads which of a record's key and headers become fields: {@code key_as} and {@code headers_as}.
 */
final class PassedFieldsReader {
  static final String KEY = "key_as";
  static final String HEADERS = "headers_as";

  private static final String HOW_HEADERS =
      "Write {header: field, ...}, or [header, ...] for fields of the same names.";

  private PassedFieldsReader() {}

  /** The fields to pass on; null if what is there is unsound, which is reported by then. */
  static @Nullable PassedFields read(Fields fields) {
    SpecNode keyNode = fields.get(KEY);
    Text key = keyNode == null ? null : keyNode.text("Write the name of a field.");
    SpecNode headersNode = fields.get(HEADERS);
    Map<String, String> headers = headersNode == null ? Map.of() : headers(headersNode);
    if ((keyNode != null && key == null) || headers == null) {
      return null;
    }
    PassedFields passed = new PassedFields(key == null ? null : key.value(), headers);
    List<String> names = passed.names();
    if (names.stream().distinct().count() < names.size()) {
      SpecNode node = headersNode == null ? keyNode : headersNode;
      if (node != null) {
        node.problem("two of the fields have one name. Choose another for one of them.");
      }
      return null;
    }
    return passed;
  }

  private static @Nullable Map<String, String> headers(SpecNode node) {
    Map<String, String> headers = new LinkedHashMap<>();
    boolean sound = true;
    if (node.isList()) {
      List<SpecNode> items = node.items(HOW_HEADERS);
      for (SpecNode item : items == null ? List.<SpecNode>of() : items) {
        Text name = item.text("Write the name of a header.");
        sound &= name != null;
        if (name != null) {
          headers.put(name.value(), name.value());
        }
      }
    } else {
      Map<String, SpecNode> entries = node.entries(HOW_HEADERS);
      if (entries == null) {
        return null;
      }
      for (Map.Entry<String, SpecNode> entry : entries.entrySet()) {
        Text field = entry.getValue().text("Write the name of the field that it becomes.");
        sound &= field != null;
        if (field != null) {
          headers.put(entry.getKey(), field.value());
        }
      }
    }
    if (sound && headers.isEmpty()) {
      node.problem("names no header. " + HOW_HEADERS);
      return null;
    }
    return sound ? headers : null;
  }

  /**
   * The schema of the rows: the value's fields and those that are passed on.
   *
   * @param from the source in the spec, which is told of names that are taken
   */
  static @Nullable Schema withPassed(
      @Nullable Schema value, @Nullable SourceSpec source, @Nullable SpecNode from) {
    if (value == null
        || from == null
        || !(source instanceof SourceSpec.Kafka kafka)
        || kafka.passed().names().isEmpty()) {
      return value;
    }
    List<String> names = kafka.passed().names();
    List<String> taken = new ArrayList<>(names);
    taken.retainAll(value.getFieldNames());
    if (!taken.isEmpty()) {
      from.problem(
          String.format(
              "%s and %s add fields, but the schema has %s already. Choose other names, or take"
                  + " them out of the schema.",
              KEY, HEADERS, Names.list(taken)));
      return null;
    }
    Schema.Builder all = Schema.builder().addFields(value.getFields());
    names.forEach(name -> all.addField(Schema.Field.nullable(name, FieldType.STRING)));
    return all.build();
  }
}
