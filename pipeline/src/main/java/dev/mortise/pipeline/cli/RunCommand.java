package dev.mortise.pipeline.cli;

import dev.mortise.join.IntervalJoinResult;
import dev.mortise.pipeline.cli.RunnerAdapter.Start;
import dev.mortise.pipeline.dashboard.Dashboard;
import dev.mortise.pipeline.graph.JoinGraph;
import dev.mortise.pipeline.source.kafka.ClientSettings;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SpecException;
import dev.mortise.pipeline.spec.SpecFiles;
import dev.mortise.pipeline.summary.CounterTotals;
import dev.mortise.pipeline.summary.RunSummary;
import dev.mortise.pipeline.summary.RunSummary.Outcome;
import dev.mortise.pipeline.summary.SummaryJson;
import dev.mortise.pipeline.summary.SummaryTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a spec. */
@Command(name = "run", description = "Run the spec.", sortOptions = false)
final class RunCommand extends SpecCommand {
  /** What a shell reports for a program that Ctrl-C stopped. */
  private static final int INTERRUPTED = 130;

  @Option(
      names = DashboardOption.NAME,
      paramLabel = "PORT",
      description =
          "Show the run on a page on this machine while it runs. Alone, --dashboard finds a port.")
  @Nullable String dashboard;

  @Override
  int run(Mortise mortise, PipelineOptions options, PipelineSpec spec)
      throws UsageException, SpecException {
    List<String> problems = new ArrayList<>(SpecFiles.check(spec));
    List<String> settings = ClientSettings.problems(spec);
    problems.addAll(
        settings.isEmpty() ? Deliveries.settle(mortise.runner, options, spec) : settings);
    if (!problems.isEmpty()) {
      throw new SpecException(problems);
    }
    mortise.console.complain(spec.warnings());
    mortise.console.complain(ClientSettings.warnings(spec));
    Start start = mortise.runner.begin(options, spec);
    String port = dashboard;
    if (port == null) {
      return run(mortise, options, spec, start, null);
    }
    try (Dashboard page =
        DashboardOption.start(port, spec, mortise.runner.name(), mortise.controls)) {
      mortise.console.complain(List.of("Dashboard: " + page.address()));
      return run(mortise, options, spec, start, page);
    }
  }

  private static int run(
      Mortise mortise,
      PipelineOptions options,
      PipelineSpec spec,
      Start start,
      @Nullable Dashboard page)
      throws SpecException {
    OutputFiles.makeDirectories(spec);
    Console console = mortise.console;
    Progress progress = new Progress(spec, console);
    PipelineRun run =
        new PipelineRun(
            spec,
            mortise.runner,
            progress,
            summary ->
                print(
                    mortise.summary,
                    start == Start.RESUMED_COUNTING_ANEW ? summary.ofThisRunAlone() : summary,
                    console),
            note -> console.complain(List.of(note)),
            result -> {
              if (page != null) {
                page.follow(() -> CounterTotals.of(result.metrics()));
              }
            });
    try {
      Pipeline pipeline = Pipeline.create(options);
      IntervalJoinResult<Row, Row, Row> joined = JoinGraph.build(pipeline, spec);
      if (page != null && mortise.runner.mayShowRows(options)) {
        page.keepRows(joined);
      }
      if (start == Start.FRESH) {
        OutputFiles.clear(spec, console);
      }
      Outcome outcome = run.run(pipeline);
      if (console.out().checkError()) {
        console.complain(List.of("The summary could not be written to standard output."));
        return Mortise.FAILED;
      }
      return outcome == Outcome.DONE ? Mortise.OK : INTERRUPTED;
    } catch (IOException | RuntimeException | Error e) {
      progress.clear();
      console.complain(List.of(Failure.line(e)));
      if (mortise.verbose) {
        e.printStackTrace(console.err());
      }
      return Mortise.FAILED;
    }
  }

  private static void print(Mortise.SummaryStyle style, RunSummary summary, Console console) {
    switch (style) {
      case json -> console.out().println(SummaryJson.line(summary));
      case text -> SummaryTable.lines(summary).forEach(console.out()::println);
    }
    console.out().flush();
  }
}
