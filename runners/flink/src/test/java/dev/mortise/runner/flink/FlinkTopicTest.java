package dev.mortise.runner.flink;

import dev.mortise.conformance.TopicSuite;
import dev.mortise.pipeline.cli.RunnerAdapter;
import java.util.List;

/** Topics as inputs, on Flink: with more tasks than the inputs have partitions. */
class FlinkTopicTest extends TopicSuite {
  @Override
  protected RunnerAdapter adapter() {
    return new FlinkAdapter();
  }

  @Override
  protected List<String> args() {
    return List.of("--parallelism=6", "--checkpointingInterval=500");
  }
}
