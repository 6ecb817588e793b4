package dev.mortise.pipeline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.broker.LocalBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes in what a spec says of topics, as the user is told of them. */
class TopicMistakesTest {
  private static final String SPEC =
      """
      inputs:
        orders:
          from: {kafka: {bootstrap_servers: "SERVERS", topic: orders, properties: {MORE}}}
          format: json
          schema: {order_id: string, t: timestamp}
          event_time: t
          watermark: {max_out_of_orderness: 1m}
        payments:
          from: {kafka: {bootstrap_servers: "SERVERS", topic: payments}}
          format: json
          schema: {order_id: string, t: timestamp}
          event_time: t
          watermark: {max_out_of_orderness: 1m}
      join: {left: orders, right: payments, on: [order_id], type: left, within: {after: 30m}}
      outputs:
        matched: {to: {kafka: {bootstrap_servers: "SERVERS", topic: pairs, properties: {MORE}}}}
        late:
          to: {kafka: {bootstrap_servers: "SERVERS", topic: late, delivery: exactly_once}}
      """;

  @TempDir Path dir;
  private final Captured captured = new Captured();

  private int mortise(String command, String servers, String properties) throws IOException {
    Path spec =
        Files.writeString(
            dir.resolve("spec.yaml"), SPEC.replace("SERVERS", servers).replace("MORE", properties));
    return Mortise.execute(
        new String[] {command, spec.toString()}, new NoRunner(), captured.console(false));
  }

  @Test
  void settingsThatKafkaCantTake_areErrorsBeforeAnybodyIsAsked() throws IOException {
    String settings = "max.poll.records: many, retries: -7, linger.ms: 1h";

    assertThat(mortise("check", "localhost:1", settings)).isEqualTo(Mortise.WRONG_USE);
    assertThat(mortise("run", "localhost:1", settings)).isEqualTo(Mortise.WRONG_USE);

    String consumer =
        "inputs.orders.from.kafka.properties.max.poll.records (spec.yaml:3): Kafka's consumer must"
            + " be able to take the value, but can't: Not a number of type INT. Write one that it"
            + " takes.";
    String retries =
        "outputs.matched.to.kafka.properties.retries (spec.yaml:16): Kafka's producer must be able"
            + " to take the value, but can't: Value must be at least 0. Write one that it takes.";
    String linger =
        "outputs.matched.to.kafka.properties.linger.ms (spec.yaml:16): Kafka's producer must be"
            + " able to take the value, but can't: Not a number of type LONG. Write one that it"
            + " takes.";
    assertThat(captured.err().lines().filter(line -> line.contains("must be able")))
        .containsExactlyInAnyOrder(consumer, retries, linger, consumer, retries, linger);
  }

  @Test
  void settingsThatKafkaDoesNotKnow_areWarnings() throws IOException {
    assertThat(mortise("check", "localhost:1", "sasl.mechanisms: PLAIN, security.protocol: SSL"))
        .as(captured.err())
        .isZero();
    assertThat(captured.out().lines().filter(line -> line.contains("no such setting")))
        .hasSize(2)
        .allMatch(line -> line.contains("passes over it unless a plug-in reads it"))
        .allMatch(line -> line.endsWith("Did you mean sasl.mechanism?"))
        .anyMatch(line -> line.contains("inputs.orders.from.kafka.properties.sasl.mechanisms"))
        .anyMatch(line -> line.contains("outputs.matched.to.kafka.properties.sasl.mechanisms"));
  }

  @Test
  void allTopicsThatAreNotThere_areToldAtOnce() throws IOException {
    try (LocalBroker broker = LocalBroker.start(dir.resolve("broker"))) {
      String servers = broker.bootstrapServers();

      assertThat(mortise("run", servers, "")).isEqualTo(Mortise.WRONG_USE);

      assertThat(captured.err().lines())
          .anyMatch(line -> line.contains("inputs.orders") && line.contains("no topic orders on"))
          .anyMatch(line -> line.contains("inputs.payments") && line.contains("topic payments on"))
          .anyMatch(line -> line.contains("outputs.matched") && line.contains("a topic pairs at"))
          .anyMatch(line -> line.contains("outputs.late") && line.contains("a topic late at"))
          .anyMatch(line -> line.contains("exactly_once can't be kept: it is fake"))
          .hasSize(5);
    }
  }
}
