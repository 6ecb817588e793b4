package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.source.kafka.ClientSettings;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SpecException;
import dev.mortise.pipeline.spec.SpecFiles;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Command;

/** Prints what a run would do. */
@Command(
    name = "check",
    description = "Read the spec, print the plan, and run nothing.",
    sortOptions = false)
final class CheckCommand extends SpecCommand {
  @Override
  int run(Mortise mortise, PipelineOptions options, PipelineSpec spec) throws SpecException {
    mortise.console.out().print(PlanText.of(spec));
    mortise.console.out().flush();
    List<String> problems = new ArrayList<>(SpecFiles.check(spec));
    problems.addAll(ClientSettings.problems(spec));
    if (!problems.isEmpty()) {
      throw new SpecException(problems);
    }
    return Mortise.OK;
  }
}
