package dev.mortise.runner.flink;

import org.apache.flink.api.java.ExecutionEnvironment;

/** Hands Beam's runner the environment in which it builds a batch job. */
final class BatchEnvironment extends ExecutionEnvironment {
  private BatchEnvironment() {}

  /** From now on, Beam builds this thread's jobs in {@code environment}. */
  static void use(ExecutionEnvironment environment) {
    initializeContextEnvironment(() -> environment);
  }

  /** Ends {@link #use}. */
  static void useNone() {
    resetContextEnvironment();
  }
}
