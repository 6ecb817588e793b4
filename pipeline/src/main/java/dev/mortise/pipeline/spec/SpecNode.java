package dev.mortise.pipeline.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A value of the spec with its path and line. The methods that ask for a shape return null when the
 * value has another, and have reported it by then.
 */
final class SpecNode {

  /**
   * A scalar.
   *
   * @param value the text with environment variables filled in
   * @param typed the text as the user wrote it, which is what messages show
   */
  record Text(String value, String typed) {
    String quoted() {
      return Quoted.of(typed) + (value.equals(typed) ? "" : " (with its variables filled in)");
    }
  }

  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

  private final Problems problems;
  private final EnvSubstitution environment;
  private final Node node;
  private final String path;
  private final int line;
  private final boolean secret;

  private SpecNode(
      Problems problems, EnvSubstitution environment, Node node, String path, int line) {
    this(problems, environment, node, path, line, false);
  }

  private SpecNode(
      Problems problems,
      EnvSubstitution environment,
      Node node,
      String path,
      int line,
      boolean secret) {
    this.problems = problems;
    this.environment = environment;
    this.node = node;
    this.path = path;
    this.line = line;
    this.secret = secret;
  }

  /** The same value, which messages never quote. */
  SpecNode secret() {
    return new SpecNode(problems, environment, node, path, line, true);
  }

  static SpecNode root(Problems problems, EnvSubstitution environment, Node node) {
    return new SpecNode(problems, environment, node, "", lineOf(node, 1));
  }

  String path() {
    return path;
  }

  /** The line of a scalar, or of the field that a map or list belongs to. */
  int line() {
    return line;
  }

  /** Reports a problem of this value. */
  void problem(String text) {
    problems.add(path, line, text);
  }

  /** Reports what may be meant so, but is likely a mistake. */
  void warning(String text) {
    problems.warn(path, line, text);
  }

  /** Reports a problem of a field that this map ought to have. */
  void problemOf(String field, String text) {
    problems.add(pathOf(field), line, text);
  }

  boolean isMap() {
    return node instanceof MappingNode;
  }

  boolean isList() {
    return node instanceof SequenceNode;
  }

  /** Whether this is a map with a field of that name, known or not. */
  boolean hasKey(String name) {
    return node instanceof MappingNode mapping && valueOf(mapping, name) != null;
  }

  /** The names below a field of this map, known or not; empty where there are none. */
  Set<String> keysOf(String name) {
    Set<String> keys = new LinkedHashSet<>();
    if (node instanceof MappingNode mapping
        && valueOf(mapping, name) instanceof MappingNode below) {
      for (NodeTuple tuple : below.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode key) {
          keys.add(key.getValue());
        }
      }
    }
    return keys;
  }

  private static @Nullable Node valueOf(MappingNode mapping, String name) {
    for (NodeTuple tuple : mapping.getValue()) {
      if (tuple.getKeyNode() instanceof ScalarNode key && key.getValue().equals(name)) {
        return tuple.getValueNode();
      }
    }
    return null;
  }

  boolean isNull() {
    return node instanceof ScalarNode scalar
        && scalar.isPlain()
        && NULLS.contains(scalar.getValue());
  }

  /**
   * The one value.
   *
   * @param fix what to write, for the message
   */
  @Nullable Text text(String fix) {
    return text(fix, value -> {});
  }

  /** The same; {@code values} is told what environment variables gave. */
  @Nullable Text text(String fix, Consumer<String> values) {
    if (isNull()) {
      problem("has no value. " + fix);
      return null;
    }
    if (!(node instanceof ScalarNode scalar)) {
      problem("must be one value, but is " + kind() + ". " + fix);
      return null;
    }
    String typed = scalar.getValue();
    String value;
    try {
      value = environment.fill(typed, values);
    } catch (UserMistake e) {
      problem(secret ? e.discreetText() : e.text());
      return null;
    }
    if (value.isBlank()) {
      problem(
          "must not be empty"
              + (secret || value.equals(typed) ? "" : ", and " + Quoted.of(typed) + " is")
              + ". "
              + fix);
      return null;
    }
    return new Text(value, typed);
  }

  /** The entries of a list. */
  @Nullable List<SpecNode> items(String fix) {
    if (!(node instanceof SequenceNode sequence)) {
      problem("must be a list, but is " + kind() + ". " + fix);
      return null;
    }
    List<SpecNode> items = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      String itemPath = path + "[" + items.size() + "]";
      items.add(new SpecNode(problems, environment, item, itemPath, lineOf(item, line)));
    }
    return items;
  }

  /** The entries of a map whose names the user chooses. */
  @Nullable Map<String, SpecNode> entries(String fix) {
    if (!(node instanceof MappingNode mapping)) {
      problem("must be a map, but is " + kind() + ". " + fix);
      return null;
    }
    Map<String, SpecNode> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Node key = tuple.getKeyNode();
      int keyLine = lineOf(key, line);
      if (!(key instanceof ScalarNode scalar) || scalar.getValue().isBlank()) {
        problems.add(path, keyLine, "the name of a field must be plain text. Write name: value.");
        continue;
      }
      String name = scalar.getValue();
      Node value = tuple.getValueNode();
      boolean written = value instanceof ScalarNode s && !s.getValue().isEmpty();
      int valueLine = written ? lineOf(value, keyLine) : keyLine;
      SpecNode entry = new SpecNode(problems, environment, value, pathOf(name), valueLine);
      SpecNode first = entries.putIfAbsent(name, entry);
      if (first != null) {
        problems.add(
            entry.path,
            keyLine,
            "is given twice, first on line " + first.line + ". Remove one of them.");
      }
    }
    return entries;
  }

  /** The fields of a map whose names are fixed. */
  @Nullable Fields fields(FieldNames names) {
    Map<String, SpecNode> entries = entries("Its fields: " + names.list() + ".");
    if (entries == null) {
      return null;
    }
    Map<String, SpecNode> known = new LinkedHashMap<>();
    Set<String> meant = new LinkedHashSet<>();
    entries.forEach(
        (name, entry) -> {
          String complaint = names.complaintAbout(name);
          if (complaint == null) {
            known.put(name, entry);
          } else {
            entry.problem(complaint);
            meant.add(names.nearest(name));
          }
        });
    return new Fields(this, known, meant);
  }

  /** What the value is, in the user's words. */
  String kind() {
    if (node instanceof MappingNode) {
      return "a map";
    }
    if (node instanceof SequenceNode) {
      return "a list";
    }
    if (isNull()) {
      return "empty";
    }
    return secret ? "one value" : Quoted.of(((ScalarNode) node).getValue());
  }

  private String pathOf(String field) {
    String shown = Quoted.of(field);
    String plain = shown.substring(1, shown.length() - 1);
    return path.isEmpty() ? plain : path + "." + plain;
  }

  private static int lineOf(Node node, int otherwise) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(otherwise);
  }
}
