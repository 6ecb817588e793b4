package dev.mortise.pipeline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.graph.JoinGraph;
import dev.mortise.pipeline.spec.SpecReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.runners.TransformHierarchy;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.jspecify.annotations.Nullable;
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
              properties: {security.protocol: SASL_PLAINTEXT, sasl.password: "%1$s", o: "${PASS}"}
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
          args, new NoRunner(), new Console(print, print, false, variables::get));
    } finally {
      System.setErr(err);
      System.setOut(out);
    }
  }

  private String said() {
    return all.toString(StandardCharsets.UTF_8);
  }

  @Test
  void neitherPlanNorFailureHasIt() throws IOException {
    String spec = String.format(SPEC, "${PASS}", "");
    assertThat(mortise("check", spec)).as(said()).isZero();
    assertThat(said()).contains("Plan of").doesNotContain("plain text", "holds a secret");
    // Kafka quotes what it can't take.
    String wrong = spec.replace("SASL_PLAINTEXT", "\"${PASS}\"");
    assertThat(mortise("run", wrong, "--verbose", "--summary=json")).isNotZero();
    assertThat(said())
        .contains("properties.security.protocol (spec.yaml:4): Kafka's consumer must be able")
        .doesNotContain("Invalid value", SECRET);
  }

  @Test
  void noStepOfTheGraphShowsIt() throws Exception {
    int from = SPEC.indexOf("    from:\n      kafka:");
    int to = SPEC.indexOf("    schema: {order_id");
    String files = "    from: {files: payments.jsonl}\n";
    String spec = SPEC.substring(0, from) + files + SPEC.substring(to);
    Path file = Files.writeString(dir.resolve("graph.yaml"), spec.replace("%1$s", "${PASS}"));
    Pipeline pipeline = Pipeline.create();
    JoinGraph.build(pipeline, SpecReader.read(file, Map.of("PASS", SECRET)::get));
    pipeline.traverseTopologically(
        new Pipeline.PipelineVisitor.Defaults() {
          @Override
          public CompositeBehavior enterCompositeTransform(TransformHierarchy.Node node) {
            show(node.getTransform());
            return CompositeBehavior.ENTER_TRANSFORM;
          }

          @Override
          public void visitPrimitiveTransform(TransformHierarchy.Node node) {
            show(node.getTransform());
          }
        });
    assertThat(shown.toString()).contains("matched").doesNotContain(SECRET);
  }

  private void show(@Nullable PTransform<?, ?> transform) {
    if (transform != null) {
      shown.append(transform).append(DisplayData.from(transform));
    }
  }

  @Test
  void aSecretThatIsWrittenOut_isAWarning() throws IOException {
    String spec = String.format(SPEC, SECRET, "");
    assertThat(mortise("check", spec)).as(said()).isZero();
    assertThat(said().lines().filter(line -> line.contains("holds a secret")))
        .hasSize(5)
        .anyMatch(line -> line.contains("properties.sasl.jaas.config (spec.yaml:10)"))
        .anyMatch(line -> line.contains("orders.registry.url"));
    assertThat(said()).doesNotContain(SECRET);
  }

  @ParameterizedTest
  @ValueSource(strings = {"more: [\"${PASS}\"]", "more: \"${PASS\"", "more: \"${NONE}\""})
  void norHasAProblemOfTheSpec(String line) throws IOException {
    assertThat(mortise("run", String.format(SPEC, SECRET, line))).isEqualTo(Mortise.WRONG_USE);
    assertThat(said()).contains("properties.more").doesNotContain(SECRET);
  }
}
