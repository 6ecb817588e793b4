package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.SpecNode.Text;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a spec file. What each field means is in {@code docs/spec.md}. */
public final class SpecReader {
  private static final FieldNames SPEC =
      FieldNames.of("name", "inputs", "join", "windows", "outputs");
  private static final int LONGEST_NAME = 128;

  private final Path file;
  private final Problems problems;
  private final EnvSubstitution environment;

  private SpecReader(Path file, Function<String, @Nullable String> environment) {
    this.file = file;
    this.problems = new Problems(YamlText.nameOf(file));
    this.environment = new EnvSubstitution(environment);
  }

  /**
   * Reads and checks a spec. It reads no other file: whether the inputs are there is for {@link
   * SpecFiles}.
   *
   * @param file the spec file
   * @param environment looks up {@code ${NAME}}; null for a name that is not set
   * @throws SpecException with all that is wrong, in the order of the file
   */
  public static PipelineSpec read(Path file, Function<String, @Nullable String> environment)
      throws SpecException {
    String text = YamlText.read(file);
    Node root = YamlDocument.parse(text, YamlText.nameOf(file));
    return new SpecReader(file.toAbsolutePath().normalize(), environment).read(root);
  }

  private PipelineSpec read(Node yaml) throws SpecException {
    SpecNode root = SpecNode.root(problems, environment, yaml);
    if (root.isNull()) {
      problems.add("", 0, "the file holds no spec. Begin it with inputs:.");
      throw problems.toException();
    }
    if (!root.isMap()) {
      problems.add(
          "",
          root.line(),
          "a spec is a map, but this is " + root.kind() + ". Its fields: " + SPEC.list() + ".");
      throw problems.toException();
    }
    Set<String> windowNames = root.keysOf("windows");
    Fields fields = root.fields(SPEC);
    if (fields == null) {
      throw problems.toException();
    }
    Path parent = file.getParent();
    SpecPaths paths = new SpecPaths(parent == null ? file : parent);
    String name = name(fields);

    SpecNode inputsNode = fields.require("inputs", "Write a block for each of the two inputs.");
    Map<String, InputDraft> inputs =
        inputsNode == null
            ? Map.of()
            : new InputReader(new SourceReader(paths), new AvroReader(paths)).read(inputsNode);
    SpecNode joinNode = fields.require("join", "Write left, right, on, type and within.");
    JoinSpec join = joinNode == null ? null : new JoinReader(inputs).read(joinNode);
    SpecNode windowsNode = fields.get("windows");
    Map<String, NamedWindow> windows =
        windowsNode == null ? Map.of() : new WindowsReader(inputs, join).read(windowsNode);
    SpecNode outputsNode = fields.get("outputs");
    Map<String, OutputSpec> outputs =
        outputsNode == null
            ? Map.of()
            : new OutputReader(paths, inputs.values(), windowNames, kafkaOutputs(inputs, join))
                .read(outputsNode);

    Map<String, InputSpec> whole = new LinkedHashMap<>();
    inputs.forEach(
        (inputName, input) -> {
          if (input.whole() != null) {
            whole.put(inputName, input.whole());
          }
        });
    if (!problems.isEmpty() || join == null) {
      throw problems.toException();
    }
    return new PipelineSpec(
        file,
        name,
        Collections.unmodifiableMap(whole),
        join,
        Collections.unmodifiableMap(windows),
        Collections.unmodifiableMap(outputs),
        problems.warnings());
  }

  private static KafkaOutputReader kafkaOutputs(
      Map<String, InputDraft> inputs, @Nullable JoinSpec join) {
    return new KafkaOutputReader(
        inputs.values(),
        join == null ? null : inputs.get(join.left()),
        join == null ? null : inputs.get(join.right()));
  }

  private String name(Fields fields) {
    SpecNode node = fields.get("name");
    Text text = node == null ? null : node.text("Write a name for the pipeline, or remove it.");
    if (node == null || text == null) {
      return defaultName();
    }
    String name = text.value();
    if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
      node.problem(
          "must be one line of at most " + LONGEST_NAME + " characters. Choose a shorter one.");
    }
    return name;
  }

  /** The file's name without its ending; its directory's name if the file is just called spec. */
  private String defaultName() {
    String stem = YamlText.nameOf(file).replaceFirst("(?<=.)\\.[^.]*$", "");
    Path parent = file.getParent();
    Path directory = parent == null ? null : parent.getFileName();
    return stem.equals("spec") && directory != null ? directory.toString() : stem;
  }
}
