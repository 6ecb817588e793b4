package dev.mortise.pipeline.cli;

import dev.mortise.pipeline.sink.kafka.DeliveryOptions;
import dev.mortise.pipeline.sink.kafka.OutputTopics;
import dev.mortise.pipeline.source.kafka.TopicSource;
import dev.mortise.pipeline.spec.Delivery;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.KafkaOutput;
import dev.mortise.pipeline.spec.OutputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * Settles how often rows get into topics: what the spec asks for, as far as the runner can; and
 * whether the topics are there.
 */
final class Deliveries {
  private Deliveries() {}

  /**
   * Tells the outputs what the runner can do, and asks the brokers whether the topics can be read
   * and written.
   *
   * @return what is wrong: if the spec asks for more than the runner can do, or a topic can't be
   *     read or written
   */
  static List<String> settle(RunnerAdapter runner, PipelineOptions options, PipelineSpec spec) {
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
    boolean exactlyOnce = obstacle == null;
    options.as(DeliveryOptions.class).setExactlyOnceByDefault(exactlyOnce);
    List<Supplier<List<String>>> questions = new ArrayList<>();
    for (InputSpec input : spec.inputs().values()) {
      questions.add(() -> TopicSource.check(spec, input));
    }
    questions.add(() -> OutputTopics.check(spec, exactlyOnce));
    problems.addAll(ask(questions));
    return problems;
  }

  /** Asks all at a time: brokers that are silent are then waited for once. */
  private static List<String> ask(List<Supplier<List<String>>> questions) {
    // Its threads see the classes that this one sees, as those of the common pool may not.
    ExecutorService threads = Executors.newFixedThreadPool(questions.size());
    try {
      List<CompletableFuture<List<String>>> answers =
          questions.stream()
              .map(question -> CompletableFuture.supplyAsync(question, threads))
              .toList();
      return answers.stream().flatMap(answer -> answer.join().stream()).toList();
    } finally {
      threads.shutdown();
    }
  }
}
