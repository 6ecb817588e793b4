package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.source.Standstill;
import dev.mortise.pipeline.source.WatermarkBoard;
import dev.mortise.pipeline.source.WatermarkOptions;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.summary.CounterTotals;
import dev.mortise.pipeline.summary.RunSummary;
import dev.mortise.pipeline.summary.RunSummary.Outcome;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.PipelineResult.State;
import org.joda.time.Duration;
import org.joda.time.Instant;

/** Runs a pipeline to its end, or until its user stops it. */
final class PipelineRun {
  private static final Duration POLL = Duration.millis(200);
  private static final long LEAVE_WITHIN_SECONDS = 20;

  private final PipelineSpec spec;
  private final RunnerAdapter runner;
  private final Progress progress;
  private final Consumer<RunSummary> report;
  private final Consumer<String> note;
  private final Consumer<PipelineResult> started;
  private final long start = System.nanoTime();
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean interrupted;

  /**
   * Prepares a run.
   *
   * @param report told about the run once, when it is over
   * @param note told where the run goes on, instead, if it is not waited for
   * @param started told of the run when it has started, if it is waited for
   */
  PipelineRun(
      PipelineSpec spec,
      RunnerAdapter runner,
      Progress progress,
      Consumer<RunSummary> report,
      Consumer<String> note,
      Consumer<PipelineResult> started) {
    this.spec = spec;
    this.runner = runner;
    this.progress = progress;
    this.report = report;
    this.note = note;
    this.started = started;
  }

  /**
   * Runs, and reports.
   *
   * @return how it ended
   * @throws RuntimeException as the runner threw it
   * @throws IllegalStateException if it ended neither done nor cancelled, and the runner says not
   *     why
   */
  Outcome run(Pipeline pipeline) {
    PipelineResult result = runner.run(pipeline);
    if (result instanceof DetachedRun detached) {
      note.accept(detached.note());
      return Outcome.DONE;
    }
    started.accept(result);
    Thread hook = new Thread(() -> interrupt(result), "mortise-interrupt");
    Runtime.getRuntime().addShutdownHook(hook);
    WatermarkBoard.watch(true);
    try {
      State state =
          awaitEnd(
              result,
              new Standstill(
                  Duration.millis(
                      pipeline.getOptions().as(WatermarkOptions.class).getStandstillMillis())));
      Outcome outcome = outcome(state);
      progress.clear();
      report.accept(RunSummary.of(spec, outcome, CounterTotals.of(result.metrics()), elapsed()));
      return outcome;
    } finally {
      WatermarkBoard.watch(false);
      over.countDown();
      if (!interrupted) {
        removeHook(hook);
      }
    }
  }

  private State awaitEnd(PipelineResult result, Standstill standstill) {
    while (true) {
      State state = await(result);
      if (state != null && state.isTerminal()) {
        return state;
      }
      progress.tick(elapsed(), () -> CounterTotals.of(result.metrics()));
      // What this process reads: the whole on one machine, and nothing on a cluster.
      standstill.look(WatermarkBoard.standings(), Instant.now()).ifPresent(progress::say);
      WatermarkBoard.nextSaid().ifPresent(progress::say);
    }
  }

  private State await(PipelineResult result) {
    try {
      State state = result.waitUntilFinish(POLL);
      return state != null ? state : State.RUNNING;
    } catch (RuntimeException e) {
      if (interrupted) {
        // What a runner throws for being stopped is no failure.
        return State.CANCELLED;
      }
      throw e;
    }
  }

  private Outcome outcome(State state) {
    if (interrupted || state == State.CANCELLED) {
      return Outcome.CANCELLED;
    }
    if (state != State.DONE) {
      throw new IllegalStateException("the runner ended it with state " + state);
    }
    return Outcome.DONE;
  }

  /** Runs in a shutdown hook: the JVM ends when it returns, so it waits for the report. */
  private void interrupt(PipelineResult result) {
    interrupted = true;
    try {
      result.cancel();
      if (!over.await(LEAVE_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("The pipeline did not stop in time.");
      }
    } catch (IOException | RuntimeException e) {
      System.err.println("The pipeline could not be stopped: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // Already shutting down: the hook finds the run over and returns at once.
    }
  }

  private java.time.Duration elapsed() {
    return java.time.Duration.ofNanos(System.nanoTime() - start);
  }
}
