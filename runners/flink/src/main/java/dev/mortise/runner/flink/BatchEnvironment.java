package dev.mortise.runner.flink;

import org.apache.flink.api.java.ExecutionEnvironment;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobListener;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;

/** Hands Beam's runner the environment in which it builds a batch job. */
@SuppressWarnings("deprecation") // Beam's runner has no other for batch that works.
final class BatchEnvironment extends ExecutionEnvironment {
  private BatchEnvironment() {}

  /**
   * From now on, Beam builds this thread's jobs in an environment with {@code configuration}.
   *
   * @param executors what submits them
   * @param listener told of each
   */
  static void use(
      PipelineExecutorServiceLoader executors, Configuration configuration, JobListener listener) {
    use(
        new ExecutionEnvironment(
            executors, configuration, Thread.currentThread().getContextClassLoader()),
        listener);
  }

  /** The same in the environment of the client that started this program. */
  static void useClient(JobListener listener) {
    use(ExecutionEnvironment.getExecutionEnvironment(), listener);
  }

  private static void use(ExecutionEnvironment environment, JobListener listener) {
    environment.registerJobListener(listener);
    initializeContextEnvironment(() -> environment);
  }

  /** Ends {@link #use}. */
  static void useNone() {
    resetContextEnvironment();
  }
}
