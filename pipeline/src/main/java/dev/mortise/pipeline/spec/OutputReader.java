package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.SpecNode.Text;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the {@code outputs} of a spec. */
final class OutputReader {
  private static final FieldNames OUTPUTS =
      FieldNames.of(
              OutputSpec.MATCHED, OutputSpec.UNMATCHED, OutputSpec.LATE, OutputSpec.DEAD_LETTER)
          .called("an output");
  private static final FieldNames OUTPUT = FieldNames.of("to");
  private static final FieldNames TO = FieldNames.of("files", "kafka");
  private static final String FIX = "Write {to: {files: out/matched}} or alike.";

  private final SpecPaths paths;
  private final Collection<InputDraft> inputs;
  private final Set<String> windows;
  private final KafkaOutputReader kafka;
  private final Map<String, OutputSpec> outputs = new LinkedHashMap<>();

  /**
   * @param windows names of the windows in the spec, each of which has an output
   * @param kafka reads those that are topics
   */
  OutputReader(
      SpecPaths paths,
      Collection<InputDraft> inputs,
      Set<String> windows,
      KafkaOutputReader kafka) {
    this.paths = paths;
    this.inputs = inputs;
    this.windows = windows;
    this.kafka = kafka;
  }

  Map<String, OutputSpec> read(SpecNode node) {
    Fields fields = node.fields(OUTPUTS.and(windows));
    if (fields != null) {
      fields.each(this::output);
    }
    return outputs;
  }

  private void output(String name, SpecNode node) {
    Fields output = fields(node, OUTPUT);
    SpecNode to = output == null ? null : output.require("to", FIX);
    Fields where = to == null ? null : fields(to, TO);
    if (to == null || where == null) {
      return;
    }
    SpecNode files = where.get("files");
    SpecNode topic = where.get("kafka");
    if (files != null && topic != null) {
      topic.problem("an output goes to one place, and files is given too. Remove one of them.");
    } else if (files != null) {
      files(name, files);
    } else if (topic != null) {
      topic(name, topic);
    } else {
      where.missing("files", "is missing. " + FIX);
    }
  }

  private static @Nullable Fields fields(SpecNode node, FieldNames names) {
    if (!node.isMap()) {
      node.problem("must say where rows go, but is " + node.kind() + ". " + FIX);
      return null;
    }
    return node.fields(names);
  }

  private void files(String name, SpecNode node) {
    Text text = node.text("Write a path, such as out/" + name + ".");
    String path = text == null ? null : path(node, text);
    if (text != null && path != null) {
      FileOutput output = new FileOutput(name, path, text.typed(), node.line());
      checkAgainstInputs(node, output);
      checkAgainstOutputs(node, output);
      outputs.put(name, output);
    }
  }

  private void topic(String name, SpecNode node) {
    KafkaOutput output = kafka.read(name, node);
    if (output != null) {
      checkAgainstOutputs(node, output);
      outputs.put(name, output);
    }
  }

  private void checkAgainstOutputs(SpecNode node, KafkaOutput output) {
    for (OutputSpec each : outputs.values()) {
      if (each instanceof KafkaOutput other
          && other.topic().equals(output.topic())
          && other.connection().bootstrapServers().equals(output.connection().bootstrapServers())) {
        node.problem(
            String.format(
                "is the topic of %s too, and their rows could not be told apart. Choose another.",
                other.name()));
      }
    }
  }

  private @Nullable String path(SpecNode node, Text text) {
    if (SpecPaths.isPattern(text.value())) {
      node.problem(
          text.quoted()
              + " is a pattern, but an output is one path, which its files' names begin with."
              + " Remove *, ?, [ and {.");
      return null;
    }
    String path = paths.path(node, text);
    if (path != null && (text.value().endsWith("/") || text.value().matches("(.*/)?\\.\\.?"))) {
      node.problem(
          text.quoted()
              + " is a directory, but an output is the path that its files' names begin with. Add a"
              + " name, such as out/matched.");
      return null;
    }
    return path;
  }

  private void checkAgainstInputs(SpecNode node, FileOutput output) {
    for (InputDraft input : inputs) {
      String read = null;
      if (input.from() instanceof SourceSpec.Files files) {
        read = files.pattern();
      } else if (input.from() instanceof SourceSpec.Script script) {
        read = script.path();
      }
      if (read != null && Globs.matchesOutputOf(read, output.path())) {
        node.problem(
            String.format(
                "files written here would be read as rows of %s by the next run. Write to a"
                    + " directory of its own, or narrow inputs.%s.from.",
                input.name(), input.name()));
      }
    }
  }

  private void checkAgainstOutputs(SpecNode node, FileOutput output) {
    for (OutputSpec each : outputs.values()) {
      if (!(each instanceof FileOutput other)) {
        continue;
      }
      if (other.path().equals(output.path())) {
        node.problem(
            String.format(
                "is the path of %s too, and their rows could not be told apart. Choose another.",
                other.name()));
      } else if (other.path().startsWith(output.path() + "-")
          || output.path().startsWith(other.path() + "-")) {
        node.problem(
            String.format(
                "files of this output and of %s could not be told apart by name. Choose a path that"
                    + " does not go on from the other with a -.",
                other.name()));
      }
    }
  }
}
