package dev.mortise.pipeline.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.sink.kafka.DeliveryOptions;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SpecException;
import dev.mortise.pipeline.spec.SpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.runners.TransformHierarchy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs that are not those of the saved state, by what may be lost. */
class OutputChangesTest {
  private static final String SPEC =
      """
      inputs:
        orders:
          from: {script: events.jsonl}
          schema: {order_id: string, order_time: timestamp}
          event_time: order_time
        payments:
          from: {script: events.jsonl}
          schema: {order_id: string, paid_at: timestamp}
          event_time: paid_at
      join: {left: orders, right: payments, on: [order_id], type: full, within: {after: 30m}}
      windows:
        w: {over: matched, window: {fixed: 5m}, aggregate: {n: count}}
      outputs:
      """;
  private static final String FILES = "  %1$s: {to: {files: out/%1$s}}\n";
  private static final String TOPIC =
      "  %1$s: {to: {kafka: {bootstrap_servers: \"h:1\", topic: %1$s}}}\n";
  private static final List<String> OUTPUTS =
      List.of("matched", "unmatched", "late", "dead_letter", "w");

  @TempDir Path folder;

  private PipelineSpec spec(String outputs) throws SpecException, IOException {
    return SpecReader.read(Files.writeString(folder.resolve("s.yaml"), SPEC + outputs), n -> null);
  }

  private static String all(String output) {
    StringBuilder text = new StringBuilder();
    OUTPUTS.forEach(name -> text.append(String.format(output, name)));
    return text.toString();
  }

  private static PipelineOptions options() {
    PipelineOptions options = PipelineOptionsFactory.create();
    options.as(DeliveryOptions.class).setExactlyOnceByDefault(true);
    return options;
  }

  /** Those of the steps that matter which the job of these outputs has. */
  private Set<String> stepsOf(String outputs) throws SpecException, IOException {
    PipelineSpec spec = spec(outputs);
    Pipeline pipeline = Pipeline.create(options());
    JoinGraph.build(pipeline, spec);
    Set<String> steps = new HashSet<>();
    pipeline.traverseTopologically(
        new Pipeline.PipelineVisitor.Defaults() {
          @Override
          public void visitPrimitiveTransform(TransformHierarchy.Node node) {
            steps.add(node.getFullName());
          }
        });
    steps.retainAll(OutputChanges.steps(spec));
    return steps;
  }

  private List<String> problems(String before, String after, boolean given) throws Exception {
    Set<String> saved = stepsOf(before);
    return OutputChanges.problems(spec(after), options(), saved, "--giveUp", given);
  }

  @Test
  void everyOutputHasAStepThatMatters_andNoneIsNoChange() throws Exception {
    for (String to : List.of(FILES, TOPIC)) {
      assertThat(stepsOf(all(to))).hasSize(OUTPUTS.size());
      assertThat(problems(all(to), all(to), false)).isEmpty();
    }
  }

  @Test
  void outputsThatAreGone_areRefusedByName_unlessTheyAreGivenUp() throws Exception {
    String rest = String.format(FILES, "matched");
    assertThat(problems(all(FILES), rest, false))
        .hasSize(OUTPUTS.size() - 1)
        .contains(
            "outputs.w (s.yaml): must go to files as in the earlier run, whose state may hold rows"
                + " for it that are not there yet, but it is not there. Change it back, or give up"
                + " those rows with --giveUp.");
    assertThat(problems(all(FILES), rest, true)).isEmpty();
  }

  @Test
  void fromFilesToTopicsAndBack_isAChange() throws Exception {
    assertThat(problems(all(FILES), all(TOPIC), false))
        .hasSize(OUTPUTS.size())
        .allMatch(problem -> problem.contains("must go to files as in the earlier run"))
        .allMatch(problem -> problem.contains("but it goes to a topic."));
    assertThat(problems(all(TOPIC), all(FILES), false))
        .hasSize(OUTPUTS.size())
        .allMatch(problem -> problem.contains("must go to a topic exactly once as in the"))
        .allMatch(problem -> problem.contains("but it goes to files."));
    String once = String.format(TOPIC, "late");
    assertThat(problems(once, once.replace("late}", "late, delivery: at_least_once}"), false))
        .singleElement()
        .asString()
        .contains("outputs.late", "but delivery is at_least_once.");
  }

  @Test
  void anOutputMayCome_butNotWhereThereAreFiles() throws Exception {
    String late = String.format(FILES, "late");
    assertThat(problems(String.format(FILES, "matched"), all(FILES), false)).isEmpty();
    Files.createDirectories(folder.resolve("out"));
    Files.writeString(folder.resolve("out/late-part-00000-00000-of-00001.jsonl"), "{}\n");
    assertThat(problems(late, late, false)).isEmpty();
    assertThat(problems(String.format(FILES, "matched"), late, true))
        .singleElement()
        .asString()
        .startsWith("outputs.late.to.files (s.yaml:")
        .contains("must lead to no files", "but out/late has 1. Move them away");
  }
}
