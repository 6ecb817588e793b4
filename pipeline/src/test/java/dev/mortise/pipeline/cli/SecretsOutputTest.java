package dev.mortise.pipeline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.spec.PipelineSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.runners.TransformHierarchy;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.display.HasDisplayData;
import org.apache.beam.sdk.values.PValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a command says, and wherever it says it, no secret is in it. */
class SecretsOutputTest {
  private static final String SECRET = "hunter2-Xk";
  private static final String SPEC =
      """
      inputs:
        orders:
          from:
            kafka:
              bootstrap_servers: "localhost:1"
              topic: orders
              properties:
                security.protocol: SASL_PLAINTEXT
                sasl.mechanism: PLAIN
                sasl.jaas.config: 'org.apache.kafka.common.security.plain.PlainLoginModule required
                  username="ann" password="%1$s";'
                ssl.truststore.location: /none
                ssl.truststore.password: "%1$s"
                client.id: "${CLIENT}"
                custom.setting: "${PASS}"
                %2$s
          format: avro
          registry:
            url: "http://ann:%1$s@localhost:1"
            properties: {basic.auth.user.info: "ann:%1$s"}
          schema: {order_id: string, t: timestamp}
          event_time: t
          watermark: {max_out_of_orderness: 1m}
        payments:
          from: {files: payments.jsonl}
          schema: {order_id: string, t: timestamp}
          event_time: t
      join: {left: orders, right: payments, on: [order_id], type: left, within: {after: 30m}}
      outputs:
        matched:
          to:
            kafka:
              bootstrap_servers: "localhost:1"
              topic: matched
              properties: {sasl.password: "%1$s", other: "${PASS}"}
      """;

  @TempDir Path dir;
  private final ByteArrayOutputStream all = new ByteArrayOutputStream();
  private final StringBuilder shown = new StringBuilder();

  private int mortise(String command, String spec, String... more) throws IOException {
    Files.writeString(dir.resolve("payments.jsonl"), "");
    Path file = Files.writeString(dir.resolve("spec.yaml"), spec);
    PrintStream print = new PrintStream(all, true, StandardCharsets.UTF_8);
    Map<String, String> variables = Map.of("PASS", SECRET, "CLIENT", "orders");
    String[] args = new String[2 + more.length];
    args[0] = command;
    args[1] = file.toString();
    System.arraycopy(more, 0, args, 2, more.length);
    PrintStream err = System.err;
    PrintStream out = System.out;
    System.setErr(print);
    System.setOut(print);
    try {
      return Mortise.execute(
          args, new TellingRunner(), new Console(print, print, false, variables::get));
    } finally {
      System.setErr(err);
      System.setOut(out);
    }
  }

  private String said() {
    return all.toString(StandardCharsets.UTF_8);
  }

  @Test
  void neitherPlanNorGraphNorFailureHasIt() throws IOException {
    String spec = String.format(SPEC, "${PASS}", "");
    assertThat(mortise("check", spec)).as(said()).isZero();
    assertThat(said()).contains("Plan of").doesNotContain("plain text", "holds a secret");
    assertThat(mortise("run", spec, "--verbose", "--summary=json")).isEqualTo(Mortise.FAILED);
    assertThat(said()).contains("The run failed", "\tat ").doesNotContain(SECRET);
  }

  @Test
  void noStepOfTheGraphShowsIt() throws IOException {
    int from = SPEC.indexOf("    from:\n      kafka:");
    int to = SPEC.indexOf("    schema: {order_id");
    String files = "    from: {files: payments.jsonl}\n";
    String spec = SPEC.substring(0, from) + files + SPEC.substring(to);
    assertThat(mortise("run", spec.replace("%1$s", "${PASS}"))).isEqualTo(Mortise.FAILED);
    // The runner was reached, and what it threw is masked.
    assertThat(said()).contains("login as ann with *** refused").doesNotContain(SECRET);
    assertThat(shown.toString()).contains("matched").doesNotContain(SECRET);
  }

  @Test
  void aSecretThatIsWrittenOut_isAWarning() throws IOException {
    String spec = String.format(SPEC, SECRET, "");
    assertThat(mortise("check", spec)).as(said()).isZero();
    assertThat(said().lines().filter(line -> line.contains("holds a secret")))
        .hasSize(5)
        .anyMatch(line -> line.contains("properties.sasl.jaas.config (spec.yaml:10)"))
        .anyMatch(line -> line.contains("orders.registry.url"));
    assertThat(mortise("run", spec)).isEqualTo(Mortise.FAILED);
    assertThat(said()).doesNotContain(SECRET);
  }

  @ParameterizedTest
  @ValueSource(strings = {"more: [\"${PASS}\"]", "more: \"${PASS\"", "more: \"${NONE}\""})
  void norHasAProblemOfTheSpec(String line) throws IOException {
    assertThat(mortise("run", String.format(SPEC, SECRET, line))).isEqualTo(Mortise.WRONG_USE);
    assertThat(said()).contains("properties.more").doesNotContain(SECRET);
  }

  /** Tells all that a runner can see of a graph, and then fails with what it should not tell. */
  private final class TellingRunner implements RunnerAdapter {
    @Override
    public String name() {
      return "fake";
    }

    @Override
    public void prepare(PipelineOptions options, Set<String> given) {}

    @Override
    public Optional<String> obstacleToExactlyOnce(PipelineOptions options, PipelineSpec spec) {
      return Optional.of("it is fake");
    }

    @Override
    public PipelineResult run(Pipeline pipeline) {
      pipeline.traverseTopologically(
          new Pipeline.PipelineVisitor.Defaults() {
            @Override
            public CompositeBehavior enterCompositeTransform(TransformHierarchy.Node node) {
              tell(node.getTransform());
              return CompositeBehavior.ENTER_TRANSFORM;
            }

            @Override
            public void visitPrimitiveTransform(TransformHierarchy.Node node) {
              tell(node.getTransform());
            }

            @Override
            public void visitValue(PValue value, TransformHierarchy.Node producer) {
              shown.append(value);
            }
          });
      shown.append(pipeline.getOptions());
      throw new Pipeline.PipelineExecutionException(
          new IOException("login as ann with " + SECRET + " refused"));
    }

    private void tell(HasDisplayData transform) {
      if (transform != null) {
        shown.append(transform).append(DisplayData.from(transform));
      }
    }
  }
}
