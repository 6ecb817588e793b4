package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.sink.kafka.DeliveryOptions;
import dev.mortise.pipeline.sink.kafka.OutputTopics;
import dev.mortise.pipeline.spec.Delivery;
import dev.mortise.pipeline.spec.KafkaOutput;
import dev.mortise.pipeline.spec.OutputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SpecException;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.options.PipelineOptions;

/** Settles how often rows get into topics: what the spec asks for, as far as the runner can. */
final class Deliveries {
  private Deliveries() {}

  /**
   * Tells the outputs what the runner can do, and asks the brokers whether the topics can be
   * written.
   *
   * @throws SpecException if the spec asks for more than the runner can do, or a topic can't be
   *     written
   */
  static void settle(RunnerAdapter runner, PipelineOptions options, PipelineSpec spec)
      throws SpecException {
    String obstacle = runner.obstacleToExactlyOnce(options, spec).orElse(null);
    List<String> problems = new ArrayList<>();
    for (OutputSpec output : spec.outputs().values()) {
      if (obstacle != null
          && output instanceof KafkaOutput topic
          && topic.delivery() == Delivery.EXACTLY_ONCE) {
        problems.add(
            String.format(
                "outputs.%s.to.kafka.delivery (%s:%d): exactly_once can't be kept: %s. Write"
                    + " at_least_once, whose rows come again with the same key if they do, or run a"
                    + " stream on Flink.",
                output.name(), spec.file().getFileName(), output.line(), obstacle));
      }
    }
    if (problems.isEmpty()) {
      options.as(DeliveryOptions.class).setExactlyOnceByDefault(obstacle == null);
      problems.addAll(OutputTopics.check(spec, obstacle == null));
    }
    if (!problems.isEmpty()) {
      throw new SpecException(problems);
    }
  }
}
