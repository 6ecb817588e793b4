package dev.mortise.pipeline.graph;

import dev.mortise.pipeline.sink.OldResults;
import dev.mortise.pipeline.sink.kafka.DeliveryOptions;
import dev.mortise.pipeline.spec.Delivery;
import dev.mortise.pipeline.spec.FileOutput;
import dev.mortise.pipeline.spec.KafkaOutput;
import dev.mortise.pipeline.spec.OutputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.options.PipelineOptions;
import org.jspecify.annotations.Nullable;

/**
 * Holds the outputs of a spec against those that a job's saved state was written with. Outputs may
 * come and go between runs; what must not happen unseen is that rows of one are lost by it.
 */
public final class OutputChanges {
  private final PipelineSpec spec;
  private final Set<String> saved;
  private final boolean exactlyOnce;
  private final List<String> problems = new ArrayList<>();

  private OutputChanges(PipelineSpec spec, PipelineOptions options, Set<String> saved) {
    this.spec = spec;
    this.saved = saved;
    this.exactlyOnce = options.as(DeliveryOptions.class).isExactlyOnceByDefault();
  }

  /** The full names of the steps that matter, whether the job of {@code spec} has them or not. */
  public static List<String> steps(PipelineSpec spec) {
    List<String> steps = new ArrayList<>();
    for (String output : OutputSteps.outputs(spec)) {
      steps.add(OutputSteps.ofFiles(output));
      steps.add(OutputSteps.ofTransactions(output));
    }
    return steps;
  }

  /**
   * What would lose rows, a sentence or two each for the user; empty if nothing would.
   *
   * @param saved those of {@link #steps} that the job had which saved the state
   * @param giveUp the option by which the user gives up rows that the state holds for outputs that
   *     are gone
   * @param given whether it is set
   * @throws IOException if the folder of an output can't be read
   */
  public static List<String> problems(
      PipelineSpec spec, PipelineOptions options, Set<String> saved, String giveUp, boolean given)
      throws IOException {
    OutputChanges changes = new OutputChanges(spec, options, saved);
    for (String name : OutputSteps.outputs(spec)) {
      OutputSpec output = spec.outputs().get(name);
      if (!given) {
        changes.checkRest(name, output, giveUp);
      }
      if (output instanceof FileOutput files) {
        changes.checkNew(files);
      }
    }
    return changes.problems;
  }

  /**
   * Lines in files without their name yet, and records that are not committed, are in the state.
   */
  private void checkRest(String name, @Nullable OutputSpec output, String giveUp) {
    if (saved.contains(OutputSteps.ofFiles(name)) && !(output instanceof FileOutput)) {
      complain(name, "files", output == null ? "it is not there" : "it goes to a topic", giveUp);
    }
    if (saved.contains(OutputSteps.ofTransactions(name)) && !isTransactional(output)) {
      String now = output instanceof FileOutput ? "it goes to files" : "delivery is at_least_once";
      complain(name, "a topic exactly once", output == null ? "it is not there" : now, giveUp);
    }
  }

  private boolean isTransactional(@Nullable OutputSpec output) {
    if (!(output instanceof KafkaOutput topic)) {
      return false;
    }
    Delivery delivery = topic.delivery();
    return delivery == null ? exactlyOnce : delivery == Delivery.EXACTLY_ONCE;
  }

  private void complain(String name, String where, String now, String giveUp) {
    problems.add(
        String.format(
            "outputs.%s (%s): must go to %s as in the earlier run, whose state may hold rows for it"
                + " that are not there yet, but %s. Change it back, or give up those rows with %s.",
            name, spec.file().getFileName(), where, now, giveUp));
  }

  /** A writer that begins takes what it finds under its names for an attempt of its own. */
  private void checkNew(FileOutput output) throws IOException {
    if (saved.contains(OutputSteps.ofFiles(output.name()))) {
      return;
    }
    int found = OldResults.find(output).size();
    if (found > 0) {
      problems.add(
          String.format(
              "outputs.%s.to.files (%s:%d): must lead to no files, because the state of the earlier"
                  + " run knows of none and would have them written over, but %s has %d. Move"
                  + " them away, or name another path.",
              output.name(), spec.file().getFileName(), output.line(), output.written(), found));
    }
  }
}
