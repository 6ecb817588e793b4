package dev.mortise.runner.flink;

import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.flink.client.program.StreamContextEnvironment;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Where a job runs. */
enum JobTarget {
  /** A cluster inside this JVM, for this run only. */
  EMBEDDED,
  /** A cluster that the user names by its address. */
  REMOTE,
  /** The cluster of Flink's own client, which started this program: {@code flink run}. */
  CLIENT;

  static final String LOCAL = "[local]";
  static final String AUTO = "[auto]";

  /** Where the options say. Left open, it is the client that started the program, if one did. */
  static JobTarget of(FlinkPipelineOptions options) {
    return switch (options.getFlinkMaster()) {
      case AUTO -> isStartedByClient() ? CLIENT : EMBEDDED;
      case LOCAL -> EMBEDDED;
      default -> REMOTE;
    };
  }

  /** Whether Flink's client, or a JobManager in application mode, runs this program. */
  static boolean isStartedByClient() {
    return StreamExecutionEnvironment.getExecutionEnvironment() instanceof StreamContextEnvironment;
  }
}
