package dev.mortise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.join.IntervalJoinResult;
import dev.mortise.pipeline.cli.RunnerAdapter;
import dev.mortise.pipeline.cli.UsageException;
import dev.mortise.pipeline.graph.JoinGraph;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SpecException;
import dev.mortise.pipeline.spec.SpecReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptions.CheckEnabled;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Duration;

/**
 * Runs a job with fixed windows behind the join that count its pairs and unmatched rows. They allow
 * no lateness, so that a row that is late there is not counted.
 */
final class WindowedRun {
  private WindowedRun() {}

  static void check(Job job, Target target, List<String> args, Case one) throws IOException {
    Case.Windows windows = Objects.requireNonNull(one.windows(), "windows");
    Path counts = Files.createDirectories(job.spec().resolveSibling("counts"));
    PipelineOptions options = PipelineOptionsFactory.fromArgs(args.toArray(String[]::new)).create();
    options.setStableUniqueNames(CheckEnabled.ERROR);
    RunnerAdapter runner = target.adapter().get();
    runner.prepare(options, names(args));
    Files.createDirectories(job.out());
    PipelineSpec spec = read(job);
    begin(runner, options, spec);
    Pipeline pipeline = Pipeline.create(options);
    build(pipeline, spec, counts, Duration.millis(windows.size()));
    PipelineResult.State end = runner.run(pipeline).waitUntilFinish();
    assertThat(end).isEqualTo(PipelineResult.State.DONE);
    windows
        .counts()
        .forEach(
            (output, expected) ->
                assertThat(read(counts, output)).as("windows of %s", output).isEqualTo(expected));
  }

  private static Set<String> names(List<String> args) {
    return args.stream()
        .map(arg -> arg.replaceAll("^--([^=]*).*", "$1"))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static PipelineSpec read(Job job) {
    try {
      return SpecReader.read(job.spec(), name -> null);
    } catch (SpecException e) {
      throw new IllegalStateException(String.join("\n", e.problems()), e);
    }
  }

  private static void begin(RunnerAdapter runner, PipelineOptions options, PipelineSpec spec) {
    try {
      runner.begin(options, spec);
    } catch (UsageException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void build(Pipeline pipeline, PipelineSpec spec, Path counts, Duration size) {
    IntervalJoinResult<Row, Row, Row> joined = JoinGraph.build(pipeline, spec);
    count("matched", "Matched", joined.matched(), size, counts);
    count("unmatched_left", "UnmatchedLeft", joined.unmatchedLeft(), size, counts);
    count("unmatched_right", "UnmatchedRight", joined.unmatchedRight(), size, counts);
  }

  private static <T> void count(
      String output, String step, PCollection<T> rows, Duration size, Path folder) {
    rows.apply("Window" + step, Window.into(FixedWindows.of(size)))
        .apply("Count" + step, Combine.globally(Count.<T>combineFn()).withoutDefaults())
        .apply("WriteCounts" + step, ParDo.of(new WriteCountFn(folder.toString(), output)));
  }

  /** Counts by the windows' starts. A window that fired twice fails: there is one file a pane. */
  private static Map<Long, Long> read(Path folder, String output) {
    Map<Long, Long> counts = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String[] name = file.getFileName().toString().split("@", -1);
        if (name[0].equals(output)) {
          Long before =
              counts.put(Long.valueOf(name[1]), Long.valueOf(Files.readString(file).strip()));
          assertThat(before).as("%s fired twice", file).isNull();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return counts;
  }
}
