package dev.mortise.runner.direct;

import dev.mortise.conformance.TopicSuite;
import dev.mortise.pipeline.cli.RunnerAdapter;
import java.util.List;

/** Topics as inputs, on the Direct runner. */
class DirectTopicTest extends TopicSuite {
  @Override
  protected RunnerAdapter adapter() {
    return new DirectAdapter();
  }

  @Override
  protected List<String> args() {
    return List.of("--targetParallelism=2");
  }
}
