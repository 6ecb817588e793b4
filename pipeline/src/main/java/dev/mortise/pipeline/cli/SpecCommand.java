package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SpecException;
import dev.mortise.pipeline.spec.SpecReader;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptions.CheckEnabled;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Unmatched;

/** What the commands that take a spec have in common. */
abstract class SpecCommand implements Callable<Integer> {
  private static final List<String> RUNNERS = List.of("direct", "flink", "spark");

  @ParentCommand @Nullable Mortise parent;

  @Parameters(index = "0", paramLabel = "SPEC", description = "The spec file.")
  String spec = "";

  @Unmatched List<String> beamArgs = new ArrayList<>();

  @Override
  public Integer call() {
    Mortise mortise = mortise();
    try {
      PipelineOptions options = options(mortise);
      return run(mortise, options, read(mortise));
    } catch (UsageException e) {
      mortise.console.complain(e.problems());
    } catch (SpecException e) {
      mortise.console.complain(e.problems());
    }
    return Mortise.WRONG_USE;
  }

  /** Does the command's own work, and returns the exit status. */
  abstract int run(Mortise mortise, PipelineOptions options, PipelineSpec spec)
      throws UsageException, SpecException;

  private Mortise mortise() {
    if (parent == null) {
      throw new IllegalStateException("SpecCommand: must be a command of mortise, but is alone.");
    }
    return parent;
  }

  private PipelineOptions options(Mortise mortise) throws UsageException {
    checkRunner(mortise);
    PipelineOptions options = BeamOptions.parse(beamArgs);
    options.setStableUniqueNames(CheckEnabled.ERROR);
    mortise.runner.prepare(options, BeamOptions.names(beamArgs));
    return options;
  }

  private static void checkRunner(Mortise mortise) throws UsageException {
    String asked = mortise.runnerName;
    String own = mortise.runner.name();
    if (asked == null || runner(asked).equals(own)) {
      return;
    }
    if (!RUNNERS.contains(runner(asked))) {
      throw new UsageException(
          List.of(
              String.format(
                  "--runner: must be direct, flink or spark, but --runner = %s.", asked)));
    }
    throw new UsageException(
        List.of(
            String.format(
                "--runner: this jar runs on %s only, but --runner = %s. Start it with the launcher"
                    + " ./mortise, which picks the runner's jar, or take that jar yourself.",
                own, asked)));
  }

  /** Beam's own names, such as {@code DirectRunner}, are understood too. */
  private static String runner(String asked) {
    String name = asked.toLowerCase(Locale.ROOT);
    return name.endsWith("runner") ? name.substring(0, name.length() - "runner".length()) : name;
  }

  private PipelineSpec read(Mortise mortise) throws UsageException, SpecException {
    try {
      return SpecReader.read(Path.of(spec), mortise.console.environment());
    } catch (InvalidPathException e) {
      throw new UsageException(List.of("SPEC: " + e.getMessage() + " is no path."));
    }
  }
}
