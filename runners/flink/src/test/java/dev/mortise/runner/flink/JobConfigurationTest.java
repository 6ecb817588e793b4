package dev.mortise.runner.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobConfigurationTest {
  @TempDir Path directory;

  private FlinkPipelineOptions options(String conf) throws IOException {
    Files.writeString(directory.resolve("flink-conf.yaml"), conf);
    FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
    options.setFlinkConfDir(directory.toString());
    return options;
  }

  @Test
  void pauseOfTheOneJvm_isNoLostTaskManager() throws IOException {
    assertThat(
            JobConfiguration.embedded(options(""), directory)
                .get(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT))
        .isGreaterThan(10 * HeartbeatManagerOptions.HEARTBEAT_TIMEOUT.defaultValue());
  }

  @Test
  void whatTheUserConfigures_stays() throws IOException {
    assertThat(
            JobConfiguration.embedded(options("heartbeat.timeout: 60000\n"), directory)
                .get(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT))
        .isEqualTo(60_000);
  }
}
