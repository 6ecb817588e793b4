package dev.mortise.runner.flink;

import org.apache.flink.api.java.ExecutionEnvironment;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.DefaultExecutorServiceLoader;
import org.apache.flink.core.execution.JobListener;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Hands Beam's runner the Flink environments that a job is built in, in the way in which Flink's
 * own client does: Beam's options reach only some of what a job needs to be told.
 */
final class ContextEnvironments {
  private ContextEnvironments() {}

  /**
   * From now on, Beam builds jobs of this thread with {@code configuration}.
   *
   * @param executors what submits them
   * @param listener told of each
   */
  static void set(
      Configuration configuration, PipelineExecutorServiceLoader executors, JobListener listener) {
    ClassLoader classes = Thread.currentThread().getContextClassLoader();
    StreamExecutionEnvironment stream =
        new StreamExecutionEnvironment(executors, configuration, classes);
    stream.registerJobListener(listener);
    ExecutionEnvironment batch = new ExecutionEnvironment(executors, configuration, classes);
    batch.registerJobListener(listener);
    Stream.set(stream);
    Batch.set(batch);
  }

  /** The same for jobs that go where the {@code configuration} says. */
  static void set(Configuration configuration, JobListener listener) {
    set(configuration, new DefaultExecutorServiceLoader(), listener);
  }

  /** The same for jobs of the client that started this program; it knows where they go. */
  static void setForClient(Configuration configuration, JobListener listener) {
    ClassLoader classes = Thread.currentThread().getContextClassLoader();
    StreamExecutionEnvironment stream =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    stream.registerJobListener(listener);
    ExecutionEnvironment batch = ExecutionEnvironment.getExecutionEnvironment();
    batch.configure(configuration, classes);
    batch.registerJobListener(listener);
    Stream.set(stream);
    Batch.set(batch);
  }

  static void reset() {
    Stream.reset();
    Batch.reset();
  }

  /** Reaches what the environments show to their kind only. */
  private static final class Stream extends StreamExecutionEnvironment {
    static void set(StreamExecutionEnvironment environment) {
      initializeContextEnvironment(configuration -> environment);
    }

    static void reset() {
      resetContextEnvironment();
    }
  }

  private static final class Batch extends ExecutionEnvironment {
    static void set(ExecutionEnvironment environment) {
      initializeContextEnvironment(() -> environment);
    }

    static void reset() {
      resetContextEnvironment();
    }
  }
}
