package dev.mortise.runner.flink.cluster;

import dev.mortise.conformance.Answer;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.JobTopics;
import dev.mortise.conformance.Lines;
import dev.mortise.conformance.OutputFiles;
import dev.mortise.conformance.Run;
import dev.mortise.conformance.ScriptOracle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A job of a spec on a cluster, and what it must write. */
final class ClusterJob {
  private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
  private static final Pattern SAVEPOINT = Pattern.compile("Savepoint completed. Path: (\\S+)");
  private static final Duration MOST = Duration.ofMinutes(5);
  private static final Duration POLL = Duration.ofMillis(50);

  private static final Set<String> OVER = Set.of("FINISHED", "FAILED", "CANCELED", "SUSPENDED");

  /** All slots, so that no TaskManager is without work. */
  private static final int PARALLELISM = 4;

  private final LocalFlinkCluster cluster;
  private final Job job;
  private final Answer answer;
  private final List<String> arguments;
  private final @Nullable JobTopics topics;
  private String id = "none yet";

  /**
   * @param arguments of Mortise behind {@code run SPEC}
   */
  ClusterJob(LocalFlinkCluster cluster, Job job, Answer answer, List<String> arguments) {
    this(cluster, job, answer, arguments, null);
  }

  /**
   * @param topics what it writes to instead of files
   */
  ClusterJob(
      LocalFlinkCluster cluster,
      Job job,
      Answer answer,
      List<String> arguments,
      @Nullable JobTopics topics) {
    this.cluster = cluster;
    this.job = job;
    this.answer = answer;
    this.arguments = List.copyOf(arguments);
    this.topics = topics;
  }

  /** A script of a random stream that takes a while. */
  static ClusterJob script(
      LocalFlinkCluster cluster, String name, long seed, List<String> arguments)
      throws IOException {
    return script(cluster, name, ScriptScenario.events(seed), arguments);
  }

  /** The same for events that are known. */
  static ClusterJob script(
      LocalFlinkCluster cluster, String name, List<Event> events, List<String> arguments)
      throws IOException {
    Path folder = SharedCluster.folder().resolve("jobs").resolve(name);
    List<String> all = new ArrayList<>(arguments);
    all.add("--parallelism=" + PARALLELISM);
    return new ClusterJob(
        cluster,
        Job.script(folder, ScriptScenario.JOIN, events),
        ScriptOracle.answer(ScriptScenario.JOIN, events),
        all);
  }

  Job job() {
    return job;
  }

  String id() {
    return id;
  }

  /** Finds the job that the cluster has by itself. */
  void find() {
    Awaitility.await("the job")
        .atMost(MOST)
        .pollInterval(POLL)
        .until(() -> !cluster.rest().jobs().isEmpty());
    try {
      id = cluster.rest().jobs().get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    if (topics == null) {
      awaitOutput(this::writtenBytes, expectedBytes() * share);
    } else {
      try (JobTopics.Ends ends = topics.ends()) {
        awaitOutput(ends::sum, expectedRows() * share);
      }
    }
  }

  private void awaitOutput(LongSupplier written, double enough) {
    Awaitility.await("output of " + id)
        .atMost(MOST)
        .pollInterval(POLL)
        .until(
            () -> {
              failIfOver();
              return written.getAsLong() >= enough;
            });
  }

  /** How many checkpoints are complete since the job was submitted. */
  long checkpoints() throws IOException {
    return cluster.rest().completedCheckpoints(id);
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

  /** Waits until the job has failed so often, and all of its tasks run again. */
  void awaitRestart(int failures) {
    Awaitility.await("restart of " + id)
        .atMost(MOST)
        .pollInterval(POLL)
        .until(
            () -> {
              boolean over = cluster.rest().state(id).equals("FINISHED");
              if (over && cluster.rest().failures(id) < failures) {
                throw new AssertionError("The job has not noticed the kill.");
              }
              return over
                  || (cluster.rest().failures(id) >= failures
                      && cluster.rest().areTasksRunning(id));
            });
  }

  /**
   * Stops the job with a savepoint.
   *
   * @return where the savepoint is
   */
  String stop(Path folder, String... flags) {
    List<String> command = new ArrayList<>(List.of("stop"));
    command.addAll(List.of(flags));
    command.addAll(List.of("-p", folder.toUri().toString(), id));
    FlinkCli.Result result = cluster.cli().run(command);
    Matcher matcher = SAVEPOINT.matcher(result.output());
    if (result.status() != 0 || !matcher.find()) {
      throw new AssertionError("flink stop: " + result);
    }
    return matcher.group(1);
  }

  /** Cancels the job. */
  void cancel() {
    FlinkCli.Result result = cluster.cli().run(List.of("cancel", id));
    if (result.status() != 0) {
      throw new AssertionError("flink cancel: " + result);
    }
  }

  /** The newest complete checkpoint that is kept of the job, as it lies in the file system. */
  Path newestRetained() throws IOException {
    try (Stream<Path> checkpoints = Files.list(SharedCluster.checkpoints().resolve(id))) {
      return checkpoints
          .filter(checkpoint -> Files.exists(checkpoint.resolve("_metadata")))
          .max(Comparator.comparingInt(ClusterJob::number))
          .orElseThrow(() -> new AssertionError("No checkpoint of " + id + " is left."));
    }
  }

  private static int number(Path checkpoint) {
    return Integer.parseInt(String.valueOf(checkpoint.getFileName()).substring("chk-".length()));
  }

  private void failIfOver() throws IOException {
    String state = cluster.rest().state(id);
    if (OVER.contains(state)) {
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
    if (topics == null) {
      Run.checkOutputs(job, answer);
    } else {
      topics.checkOnce(job, answer);
    }
  }

  /** The greatest id of a row that is in any output. */
  int lastRow() throws IOException {
    int last = -1;
    OutputFiles files = new OutputFiles(job.out());
    for (String output : Lines.OUTPUTS) {
      try (Stream<String> lines = files.of(output)) {
        Matcher ids = ID.matcher(lines.collect(Collectors.joining()));
        while (ids.find()) {
          last = Math.max(last, Integer.parseInt(ids.group(1)));
        }
      }
    }
    return last;
  }

  private long expectedRows() {
    Lines lines = job.lines(answer);
    return Lines.OUTPUTS.stream().flatMap(lines::of).count();
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
