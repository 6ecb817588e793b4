package dev.mortise.runner.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.broker.LocalBroker;
import dev.mortise.pipeline.cli.Console;
import dev.mortise.pipeline.cli.Mortise;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that wants a login (SASL/PLAIN), with a password that the environment has. */
class SecuredTopicTest {
  private static final String PASSWORD = "anns-Secret-77";
  private static final String WRONG = "not-Her-Secret-78";
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"ann\""
          + " password=\""
          + PASSWORD
          + '"';
  private static final String SPEC =
      """
      inputs:
        orders:
          from:
            kafka:
              bootstrap_servers: "SERVERS"
              topic: orders
              stop: latest
              properties: &login
                security.protocol: SASL_PLAINTEXT
                sasl.mechanism: PLAIN
                sasl.jaas.config: 'org.apache.kafka.common.security.plain.PlainLoginModule required
                  username="ann" password="${PASS}";'
          format: json
          schema: {order_id: string, t: timestamp}
          event_time: t
          watermark: {max_out_of_orderness: 1m}
        payments:
          from:
            kafka: {bootstrap_servers: "SERVERS", topic: payments, stop: latest, properties: *login}
          format: json
          schema: {order_id: string, t: timestamp}
          event_time: t
          watermark: {max_out_of_orderness: 1m}
      join: {left: orders, right: payments, on: [order_id], type: full, within: {after: 30m}}
      outputs:
        matched:
          to: {kafka: {bootstrap_servers: "SERVERS", topic: matched, properties: *login}}
        unmatched: {to: {files: out/unmatched}}
      """;

  @TempDir Path dir;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @Test
  void readsAndWritesWithALogin_andShowsThePasswordNowhere() throws Exception {
    Map<String, String> secured =
        Map.of(
            "listener.security.protocol.map", "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
            "inter.broker.listener.name", "PLAINTEXT",
            "sasl.enabled.mechanisms", "PLAIN",
            "sasl.mechanism.inter.broker.protocol", "PLAIN",
            "listener.name.plaintext.plain.sasl.jaas.config",
                LOGIN + " user_ann=\"" + PASSWORD + "\";");
    Path folder = Files.createDirectory(dir.resolve("broker"));
    try (LocalBroker broker = LocalBroker.start(folder, secured)) {
      Map<String, Object> client =
          Map.of(
              "bootstrap.servers",
              broker.bootstrapServers(),
              "security.protocol",
              "SASL_PLAINTEXT",
              "sasl.mechanism",
              "PLAIN",
              "sasl.jaas.config",
              LOGIN + ";");
      fill(client);
      Path spec =
          Files.writeString(
              dir.resolve("spec.yaml"), SPEC.replace("SERVERS", broker.bootstrapServers()));

      assertThat(run(spec, WRONG)).isEqualTo(Mortise.WRONG_USE);
      assertThat(said.toString(StandardCharsets.UTF_8).lines())
          .hasSize(3)
          .allMatch(line -> line.contains("Authentication failed: Invalid username or password"));

      assertThat(run(spec, PASSWORD)).as(said.toString(StandardCharsets.UTF_8)).isZero();
      try (Admin admin = Admin.create(client)) {
        assertThat(end(admin, "matched")).isEqualTo(1);
      }
      assertThat(unmatched()).singleElement().asString().contains("\"key\":\"b\"");
      assertThat(said.toString(StandardCharsets.UTF_8)).doesNotContain(PASSWORD, WRONG);
    }
  }

  private static long end(Admin admin, String topic) throws Exception {
    return admin
        .listOffsets(Map.of(new TopicPartition(topic, 0), OffsetSpec.latest()))
        .all()
        .get(60, TimeUnit.SECONDS)
        .values()
        .iterator()
        .next()
        .offset();
  }

  private static void fill(Map<String, Object> client) throws Exception {
    try (Admin admin = Admin.create(client);
        KafkaProducer<String, String> producer =
            new KafkaProducer<>(client, new StringSerializer(), new StringSerializer())) {
      List<NewTopic> topics =
          Stream.of("orders", "payments", "matched")
              .map(topic -> new NewTopic(topic, 1, (short) 1))
              .toList();
      admin.createTopics(topics).all().get(60, TimeUnit.SECONDS);
      for (String order : List.of("a", "b")) {
        producer.send(new ProducerRecord<>("orders", row(order, 1_000))).get();
      }
      producer.send(new ProducerRecord<>("payments", row("a", 2_000))).get();
    }
  }

  private static String row(String order, long time) {
    return String.format("{\"order_id\":\"%s\",\"t\":%d}", order, time);
  }

  private int run(Path spec, String password) {
    said.reset();
    PrintStream print = new PrintStream(said, true, StandardCharsets.UTF_8);
    Console console = new Console(print, print, false, Map.of("PASS", password)::get);
    return Mortise.execute(new String[] {"run", spec.toString()}, new DirectAdapter(), console);
  }

  private List<String> unmatched() throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve("out"))) {
      StringBuilder lines = new StringBuilder();
      for (Path file : files.toList()) {
        lines.append(Files.readString(file));
      }
      return lines.toString().lines().toList();
    }
  }
}
