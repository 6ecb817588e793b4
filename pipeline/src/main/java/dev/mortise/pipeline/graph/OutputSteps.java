package dev.mortise.pipeline.graph;

import dev.mortise.pipeline.spec.OutputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The steps that write outputs, by their names. */
final class OutputSteps {
  private static final List<String> ROWS =
      List.of(OutputSpec.MATCHED, OutputSpec.UNMATCHED, OutputSpec.LATE, OutputSpec.DEAD_LETTER);

  private OutputSteps() {}

  /** The outputs that a spec may have. */
  static Set<String> outputs(PipelineSpec spec) {
    Set<String> names = new LinkedHashSet<>(ROWS);
    names.addAll(spec.windows().keySet());
    return names;
  }

  /** The step that writes an output. */
  static String write(String output) {
    return switch (output) {
      case OutputSpec.MATCHED -> "WriteMatched";
      case OutputSpec.UNMATCHED -> "WriteUnmatched";
      case OutputSpec.LATE -> "WriteLate";
      case OutputSpec.DEAD_LETTER -> "WriteDeadLetters";
      default -> "WriteWindow-" + output;
    };
  }

  /** The full name of the step that keeps how far the files of a stream's output are written. */
  static String ofFiles(String output) {
    return write(output) + "/WriteParts/ParMultiDo(WriteParts)";
  }

  /** The full name of the step that keeps records until they are in a topic exactly once. */
  static String ofTransactions(String output) {
    return write(output) + "/WriteTransactions/ParMultiDo(WriteTransactions)";
  }
}
