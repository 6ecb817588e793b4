package dev.mortise.runner.flink;

import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;

/** What Flink is told about a job beyond what Beam's runner tells it. */
final class JobConfiguration {
  private JobConfiguration() {}

  static Configuration of(FlinkPipelineOptions options, JobTarget target) {
    Configuration configuration = new Configuration();
    configuration.set(DeploymentOptions.ATTACHED, true);
    configuration.set(DeploymentOptions.TARGET, "remote");
    return configuration;
  }
}
