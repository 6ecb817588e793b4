package dev.mortise.pipeline.spec;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A spec file, read and checked.
 *
 * @param file the spec file, absolute
 * @param name the pipeline's name
 * @param inputs by name, in the order of the file
 * @param join the join
 * @param windows by name, in the order of the file
 * @param outputs by name ({@code matched}, {@code unmatched}, {@code late}, {@code dead_letter} or
 *     that of a window), in the order of the file; those not asked for are absent
 * @param warnings what is likely a mistake, a message each; they hold no secret
 */
public record PipelineSpec(
    Path file,
    String name,
    Map<String, InputSpec> inputs,
    JoinSpec join,
    Map<String, NamedWindow> windows,
    Map<String, OutputSpec> outputs,
    List<String> warnings) {

  /** A spec that there is nothing more to say about. */
  public PipelineSpec(
      Path file,
      String name,
      Map<String, InputSpec> inputs,
      JoinSpec join,
      Map<String, NamedWindow> windows,
      Map<String, OutputSpec> outputs) {
    this(file, name, inputs, join, windows, outputs, List.of());
  }

  /** The left input of the join. */
  public InputSpec left() {
    return input(join.left());
  }

  /** The right input of the join. */
  public InputSpec right() {
    return input(join.right());
  }

  /**
   * The input of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public InputSpec input(String inputName) {
    InputSpec input = inputs.get(inputName);
    if (input == null) {
      throw new IllegalArgumentException(
          "PipelineSpec.input: the name must be one of "
              + inputs.keySet()
              + ", but is "
              + inputName);
    }
    return input;
  }
}
