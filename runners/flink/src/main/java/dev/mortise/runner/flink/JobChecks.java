package dev.mortise.runner.flink;

import dev.mortise.pipeline.cli.RunnerAdapter.Start;
import dev.mortise.pipeline.cli.UsageException;
import dev.mortise.pipeline.graph.OutputChanges;
import dev.mortise.pipeline.graph.StateSignature;
import dev.mortise.pipeline.spec.PipelineSpec;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.jobgraph.SavepointConfigOptions;
import org.apache.flink.streaming.api.environment.ExecutionCheckpointingOptions;
import org.jspecify.annotations.Nullable;

/** Refuses what would go wrong on Flink, and finds the state that a run goes on from. */
final class JobChecks {
  private static final Set<String> BACKENDS = Set.of("rocksdb", "hashmap");

  private final FlinkPipelineOptions options;
  private final FlinkJobOptions ours;
  private final PipelineSpec spec;
  private final ReadableConfig cluster;
  private final boolean streaming;
  private final List<String> problems = new ArrayList<>();

  /**
   * @param cluster as much of the cluster's configuration as is known here
   */
  JobChecks(PipelineOptions options, PipelineSpec spec, ReadableConfig cluster) {
    this.options = options.as(FlinkPipelineOptions.class);
    this.ours = options.as(FlinkJobOptions.class);
    this.spec = spec;
    this.cluster = cluster;
    this.streaming = spec.left().isStreaming() || spec.right().isStreaming();
  }

  /**
   * Checks the options, and sets {@code savepointPath} where {@code resume} asks for the newest
   * state.
   *
   * @throws UsageException with all that is wrong
   */
  Start check() throws UsageException {
    checkMaster();
    checkBackend();
    if (streaming) {
      checkCheckpoints();
      checkDirectory();
      findState();
    } else {
      checkBatch();
    }
    Optional<String> state = problems.isEmpty() ? state() : Optional.empty();
    state.ifPresent(this::checkState);
    if (!problems.isEmpty()) {
      throw new UsageException(problems);
    }
    return state.isPresent() ? Start.RESUMED_COUNTING_ANEW : Start.FRESH;
  }

  private void checkMaster() {
    String master = options.getFlinkMaster();
    if (JobTarget.of(options) != JobTarget.REMOTE) {
      return;
    }
    if (!RemoteAddress.isValid(master)) {
      problems.add(
          String.format(
              "--flinkMaster: must be HOST:PORT of a JobManager, [local] or [auto], but"
                  + " --flinkMaster = %s.",
              master));
      return;
    }
    // Flink's own client would try for a minute, and say so at length each time.
    RemoteAddress.parse(master)
        .obstacle()
        .ifPresent(
            obstacle ->
                problems.add(
                    String.format(
                        "--flinkMaster: a JobManager must answer at %s, but none does: %s. Start the"
                            + " cluster, or name the address of its REST endpoint.",
                        master, obstacle)));
  }

  private void checkBackend() {
    String backend = options.getStateBackend();
    if (backend != null && !BACKENDS.contains(backend.toLowerCase(Locale.ROOT))) {
      problems.add(
          String.format(
              "--stateBackend: must be rocksdb or hashmap, but --stateBackend = %s.", backend));
    }
  }

  private void checkCheckpoints() {
    boolean every =
        options.getCheckpointingInterval() > 0
            || cluster
                .getOptional(ExecutionCheckpointingOptions.CHECKPOINTING_INTERVAL)
                .isPresent();
    if (!every && !ours.isAllowNoCheckpoints()) {
      problems.add(
          String.format(
              "--checkpointingInterval: must be above 0 for a stream, but --checkpointingInterval ="
                  + " %d. Give it in milliseconds, such as 10000. To do without checkpoints, and"
                  + " lose or repeat rows after a failure, set --allowNoCheckpoints.",
              options.getCheckpointingInterval()));
    }
  }

  /** Others than those of this machine can't be looked at from here. */
  private void checkDirectory() {
    String given = ours.getCheckpointDir();
    URI directory = given == null ? null : URI.create(SavedState.uri(given));
    if (directory != null && "file".equals(directory.getScheme()) && isFile(directory.getPath())) {
      problems.add(
          String.format(
              "--checkpointDir: must be a directory, but %s is a file. Name another, which is made"
                  + " if it is missing.",
              given));
    }
  }

  private static boolean isFile(@Nullable String path) {
    return path != null && Files.isRegularFile(Path.of(path));
  }

  private void checkBatch() {
    if (Boolean.TRUE.equals(options.getUseDataStreamForBatch())) {
      problems.add(
          "--useDataStreamForBatch: must be false, but is true. In this version of Beam such a run"
              + " fails at its end, because rows that wait hold the watermark.");
    }
    if (ours.isResume() || options.getSavepointPath() != null) {
      problems.add(
          String.format(
              "--%s: only a stream has state to go on from, but both inputs are read as a batch."
                  + " Leave the option away.",
              ours.isResume() ? "resume" : "savepointPath"));
    }
  }

  private void findState() {
    if (!ours.isResume()) {
      String given = options.getSavepointPath();
      if (given == null) {
        // What flink run was given with -s.
        given = cluster.get(SavepointConfigOptions.SAVEPOINT_PATH);
      }
      if (given != null) {
        options.setSavepointPath(SavedState.uri(given));
      }
      return;
    }
    if (options.getSavepointPath() != null) {
      problems.add("--resume: must not be given beside --savepointPath. Leave one of them away.");
      return;
    }
    String directory = ours.getCheckpointDir();
    if (directory == null) {
      directory = cluster.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY);
    }
    if (directory == null) {
      problems.add("--resume: needs the --checkpointDir of the earlier run, but there is none.");
      return;
    }
    try {
      Optional<String> newest = SavedState.newestBelow(SavedState.uri(directory));
      newest.ifPresentOrElse(options::setSavepointPath, this::complainOfNoState);
    } catch (IOException e) {
      problems.add(String.format("--resume: %s can't be read: %s", directory, e.getMessage()));
    }
  }

  private void complainOfNoState() {
    problems.add(
        String.format(
            "--resume: there is no complete checkpoint or savepoint below %s. A run that came to its"
                + " end leaves none. To start anew, leave --resume away.",
            ours.getCheckpointDir()));
  }

  /** What the job will go on from. */
  private Optional<String> state() {
    try {
      // It goes before what the user gave: that was for the first start.
      Optional<String> own = streaming ? ApplicationMode.ownCheckpoint(cluster) : Optional.empty();
      return own.or(() -> Optional.ofNullable(options.getSavepointPath()));
    } catch (IOException e) {
      problems.add(
          String.format(
              "state.checkpoints.dir: must be readable, but %s.", String.valueOf(e.getMessage())));
      return Optional.empty();
    }
  }

  private void checkState(String pointer) {
    try {
      Set<String> earlier = SavedState.signatures(pointer);
      if (earlier.isEmpty() && !ours.isAllowUnknownState()) {
        problems.add(
            String.format(
                "--savepointPath: %s does not say which spec it was written with. To go on from it"
                    + " all the same, set --allowUnknownState.",
                pointer));
      }
      StateSignature own = StateSignature.of(spec, options);
      for (String signature : earlier) {
        problems.addAll(own.differences(StateSignature.fromJson(signature)));
      }
      if (problems.isEmpty()) {
        problems.addAll(
            OutputChanges.problems(
                spec,
                options,
                savedSteps(pointer),
                "--allowNonRestoredState",
                options.getAllowNonRestoredState()));
      }
    } catch (IOException | RuntimeException e) {
      problems.add(String.format("--savepointPath: %s can't be read: %s", pointer, e.getMessage()));
    }
  }

  /** Those of the steps of outputs that the job had which saved the state. */
  private Set<String> savedSteps(String pointer) throws IOException {
    Map<String, OperatorID> ids = StepIds.of(OutputChanges.steps(spec));
    ids.values().retainAll(SavedState.steps(pointer));
    return ids.keySet();
  }
}
