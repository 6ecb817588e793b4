package dev.mortise.runner.spark;

import dev.mortise.conformance.TopicSuite;
import dev.mortise.pipeline.cli.RunnerAdapter;
import java.util.List;

/** Topics as inputs, on Spark. */
class SparkTopicTest extends TopicSuite {
  @Override
  protected RunnerAdapter adapter() {
    return new SparkAdapter();
  }

  @Override
  protected List<String> args() {
    return List.of("--sparkMaster=local[2]");
  }
}
