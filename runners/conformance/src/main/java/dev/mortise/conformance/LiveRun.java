package dev.mortise.conformance;

import dev.mortise.join.JoinSide;
import dev.mortise.pipeline.cli.RunnerAdapter;
import dev.mortise.pipeline.graph.JoinGraph;
import dev.mortise.pipeline.source.InputMetrics;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SpecReader;
import dev.mortise.pipeline.summary.CounterTotals;
import dev.mortise.pipeline.summary.MetricNames;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** A run that goes on while a test looks at it. Closing it ends it. */
public final class LiveRun implements AutoCloseable {
  private final PipelineResult result;

  private LiveRun(PipelineResult result) {
    this.result = result;
  }

  /**
   * Begins a run as the command line does, and does not wait for it.
   *
   * @param args options of the runner
   */
  public static LiveRun start(Job job, RunnerAdapter adapter, List<String> args) throws Exception {
    PipelineSpec spec = SpecReader.read(job.spec(), name -> null);
    PipelineOptions options = PipelineOptionsFactory.fromArgs(args.toArray(String[]::new)).create();
    Set<String> given = new HashSet<>();
    args.forEach(arg -> given.add(arg.substring(2, arg.indexOf('='))));
    adapter.prepare(options, given);
    adapter.begin(options, spec);
    Files.createDirectories(job.out());
    Pipeline pipeline = Pipeline.create(options);
    JoinGraph.build(pipeline, spec);
    return new LiveRun(adapter.run(pipeline));
  }

  /** Pairs so far. */
  public long pairs() {
    return counters().get(MetricNames.JOIN, MetricNames.PAIRS);
  }

  /** A counter of the join's {@code side}, such as {@code late_rows}. */
  public long rows(JoinSide side, String name) {
    return counters().get(MetricNames.JOIN, MetricNames.ofSide(side, name));
  }

  /** A counter of the inputs: see {@link InputMetrics}. */
  public long input(String name) {
    return counters().get(InputMetrics.NAMESPACE, name);
  }

  private CounterTotals counters() {
    PipelineResult.State state = result.getState();
    if (state.isTerminal()) {
      result.waitUntilFinish();
      throw new IllegalStateException("LiveRun: must go on, but is " + state);
    }
    return CounterTotals.of(result.metrics());
  }

  @Override
  public void close() throws IOException {
    result.cancel();
    result.waitUntilFinish();
  }
}
