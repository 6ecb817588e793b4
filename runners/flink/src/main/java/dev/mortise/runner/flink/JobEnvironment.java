package dev.mortise.runner.flink;

import java.io.IOException;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.jspecify.annotations.Nullable;

/** The environment in which Beam builds a stream's job. */
@SuppressWarnings("try") // Of what it inherits, which is never closed.
final class JobEnvironment extends StreamExecutionEnvironment {
  private final Set<String> stepwise;
  private final @Nullable StreamExecutionEnvironment client;

  private JobEnvironment(
      PipelineExecutorServiceLoader executors,
      Configuration configuration,
      ClassLoader classes,
      Set<String> stepwise,
      @Nullable StreamExecutionEnvironment client) {
    super(executors, configuration, classes);
    this.stepwise = stepwise;
    this.client = client;
  }

  /** For a job that {@code executors} submit. */
  static JobEnvironment of(
      PipelineExecutorServiceLoader executors, Configuration configuration, Set<String> stepwise) {
    return new JobEnvironment(executors, configuration, classes(), stepwise, null);
  }

  /** For a job that is handed to the client that started this program. */
  static JobEnvironment over(
      StreamExecutionEnvironment client,
      PipelineExecutorServiceLoader executors,
      Set<String> stepwise) {
    Configuration configuration = Configuration.fromMap(client.getConfiguration().toMap());
    return new JobEnvironment(executors, configuration, classes(), stepwise, client);
  }

  private static ClassLoader classes() {
    return Thread.currentThread().getContextClassLoader();
  }

  @Override
  public JobClient executeAsync(StreamGraph graph) throws Exception {
    StepwiseReads.narrow(graph, stepwise);
    leaveEmptySteps(graph);
    if (client == null) {
      return super.executeAsync(graph);
    }
    JobClient job = client.executeAsync(graph);
    getJobListeners().forEach(listener -> listener.onJobSubmitted(job, null));
    return job;
  }

  /**
   * Lets steps be gone that the saved state has nothing of, as those in front of an output that was
   * left out. Flink refuses to go on without a step that has but a place for state.
   */
  private static void leaveEmptySteps(StreamGraph graph) throws IOException {
    SavepointRestoreSettings settings = graph.getSavepointRestoreSettings();
    String pointer = settings.getRestorePath();
    if (pointer == null || settings.allowNonRestoredState()) {
      return;
    }
    Set<OperatorID> gone = SavedState.stepsWithState(pointer);
    gone.removeAll(StepIds.of(graph));
    if (gone.isEmpty()) {
      graph.setSavepointRestoreSettings(
          SavepointRestoreSettings.forPath(pointer, true, settings.getRestoreMode()));
    }
  }

  /** From now on, Beam builds this thread's jobs here. */
  void use() {
    initializeContextEnvironment(configuration -> this);
  }

  /** Ends {@link #use}. */
  static void useNone() {
    resetContextEnvironment();
  }
}
