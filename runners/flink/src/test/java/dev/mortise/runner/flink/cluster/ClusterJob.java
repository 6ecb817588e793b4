package dev.mortise.runner.flink.cluster;

import dev.mortise.conformance.Answer;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.Lines;
import dev.mortise.conformance.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A job of a spec on a cluster, and what it must write. */
final class ClusterJob {
  private static final Duration MOST = Duration.ofMinutes(5);
  private static final Duration POLL = Duration.ofMillis(50);

  private final LocalFlinkCluster cluster;
  private final Job job;
  private final Answer answer;
  private final List<String> arguments;
  private String id = "none yet";

  /**
   * @param arguments of Mortise behind {@code run SPEC}
   */
  ClusterJob(LocalFlinkCluster cluster, Job job, Answer answer, List<String> arguments) {
    this.cluster = cluster;
    this.job = job;
    this.answer = answer;
    this.arguments = List.copyOf(arguments);
  }

  String id() {
    return id;
  }

  /** {@code flink run -d FLAGS}. */
  FlinkCli.Result submit(String... flags) {
    List<String> all = new ArrayList<>(List.of("-d"));
    all.addAll(List.of(flags));
    FlinkCli.Result result = run(all);
    if (result.status() != 0) {
      throw new AssertionError("flink run -d: " + result);
    }
    id = result.jobId();
    return result;
  }

  /** {@code flink run FLAGS}, until it returns. */
  FlinkCli.Result run(List<String> flags) {
    List<String> all = new ArrayList<>(List.of("run", job.spec().toString()));
    all.addAll(arguments);
    return cluster.cli().run(FlinkCli.runMortise(flags, all));
  }

  /**
   * Waits until so much of the expected output was written, in finished files or not.
   *
   * @param share between 0 and 1
   */
  void awaitOutput(double share) {
    double enough = expectedBytes() * share;
    Awaitility.await("output of " + id)
        .atMost(MOST)
        .pollInterval(POLL)
        .until(
            () -> {
              failIfOver();
              return writtenBytes() >= enough;
            });
  }

  /** Waits until so many checkpoints are complete since the job was submitted. */
  void awaitCheckpoints(long count) {
    Awaitility.await("checkpoints of " + id)
        .atMost(MOST)
        .pollInterval(POLL)
        .until(
            () -> {
              failIfOver();
              return cluster.rest().completedCheckpoints(id) >= count;
            });
  }

  /** Waits until the job was restarted so often, and runs. */
  void awaitRestarts(long count) {
    Awaitility.await("restart of " + id)
        .atMost(MOST)
        .pollInterval(POLL)
        .until(() -> cluster.rest().restarts(id) >= count && isRunning());
  }

  private boolean isRunning() throws IOException {
    return cluster.rest().areTasksRunning(id);
  }

  private void failIfOver() throws IOException {
    String state = cluster.rest().state(id);
    if (!state.equals("RUNNING") && !state.equals("RESTARTING") && !state.equals("CREATED")) {
      throw new AssertionError("The job is " + state + " too early: make its input longer.");
    }
  }

  /** Waits until the job has come to its own end. */
  void awaitEnd() {
    Awaitility.await("end of " + id)
        .atMost(MOST)
        .pollInterval(POLL)
        .until(
            () -> {
              String state = cluster.rest().state(id);
              if (state.startsWith("FAIL") || state.startsWith("CANCEL")) {
                throw new AssertionError("The job is " + state);
              }
              return state.equals("FINISHED");
            });
  }

  /** Asserts that the outputs hold each expected line once, and nothing else. */
  void checkOutputs() {
    Run.checkOutputs(job, answer);
  }

  long expectedBytes() {
    Lines lines = job.lines(answer);
    return Lines.OUTPUTS.stream().flatMap(lines::of).mapToLong(line -> line.length() + 1L).sum();
  }

  private long writtenBytes() {
    try (Stream<Path> files = Files.walk(job.out())) {
      return files.filter(Files::isRegularFile).mapToLong(ClusterJob::size).sum();
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException | UncheckedIOException e) {
      // A file got its name meanwhile.
      return 0;
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }
}
