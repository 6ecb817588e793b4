package dev.mortise.runner.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.mortise.broker.LocalBroker;
import dev.mortise.conformance.Topics;
import dev.mortise.pipeline.cli.Console;
import dev.mortise.pipeline.cli.Mortise;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topics in Avro, their keys and headers, from a real broker: nothing in it is a runner's. */
class AvroTopicTest {
  private static final String SCHEMA =
      """
      {"type": "record", "name": "Order", "fields": [
        {"name": "order_id", "type": "string"},
        {"name": "amount", "type": "long"},
        {"name": "t", "type": {"type": "long", "logicalType": "timestamp-micros"}}]}
      """;
  private static final String PASSWORD = "hunter2-topics";
  private static final String SPEC =
      """
      inputs:
        left:
          from:
            kafka:
              bootstrap_servers: "SERVERS"
              topic: plain
              stop: latest
              key_as: order
              headers_as: {trace: trace_id}
              properties: {sasl.password: "${PASS}"}
          format: avro
          schema_file: order.avsc
          schema: {amount: int64, t: timestamp}
          event_time: t
          watermark: {max_out_of_orderness: 1m}
        right:
          from: {kafka: {bootstrap_servers: "SERVERS", topic: wire, stop: latest}}
          format: avro
          registry: {url: "URL", properties: {basic.auth.user.info: "ann:${PASS}"}}
          schema: {order_id: string, t: timestamp}
          event_time: t
          watermark: {max_out_of_orderness: 1m}
      join:
        left: left
        right: right
        on: {left: [order], right: [order_id]}
        type: full
        within: {after: 1m}
      outputs:
        matched: {to: {files: out/matched}}
        unmatched: {to: {files: out/unmatched}}
        dead_letter: {to: {files: out/dead_letter}}
      """;

  @TempDir Path dir;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private static byte[] order(String id, long amount, long micros) throws IOException {
    GenericRecord order = new GenericData.Record(new Schema.Parser().parse(SCHEMA));
    order.put("order_id", id);
    order.put("amount", amount);
    order.put("t", micros);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(order.getSchema()).write(order, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  private static byte[] wire(int id, byte[] row) {
    return ByteBuffer.allocate(5 + row.length).put((byte) 0).putInt(id).put(row).array();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void joinsPlainAvroWithARegistrys_byTheKeyOfARecord() throws Exception {
    HttpServer registry =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    registry.createContext(
        "/",
        exchange -> {
          boolean known = exchange.getRequestURI().getPath().equals("/schemas/ids/7");
          byte[] body =
              utf8(
                  known
                      ? "{\"schema\":\"" + SCHEMA.replace("\"", "\\\"").replace("\n", " ") + "\"}"
                      : "{\"error_code\":40403}");
          exchange.sendResponseHeaders(known ? 200 : 404, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    registry.start();
    try (LocalBroker broker = LocalBroker.start(Files.createDirectory(dir.resolve("broker")));
        Topics topics = new Topics(broker.bootstrapServers())) {
      topics.make("plain", 1);
      topics.make("wire", 1);
      write(broker.bootstrapServers());
      Files.writeString(dir.resolve("order.avsc"), SCHEMA);
      String url = "http://127.0.0.1:" + registry.getAddress().getPort();
      Path spec =
          Files.writeString(
              dir.resolve("spec.yaml"),
              SPEC.replace("SERVERS", broker.bootstrapServers()).replace("URL", url));
      PrintStream print = new PrintStream(said, true, StandardCharsets.UTF_8);
      Console console = new Console(print, print, false, Map.of("PASS", PASSWORD)::get);
      int status =
          Mortise.execute(
              new String[] {"run", spec.toString(), "--verbose"}, new DirectAdapter(), console);
      assertThat(status).as(said.toString(StandardCharsets.UTF_8)).isZero();
    } finally {
      registry.stop(0);
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).doesNotContain(PASSWORD);
    assertThat(lines("matched"))
        .containsExactly(
            "{\"key\":\"a\",\"event_time\":\"1970-01-01T00:00:02.000Z\",\"gap_ms\":1000,\"left\":"
                + "{\"amount\":5,\"t\":\"1970-01-01T00:00:01.000Z\",\"order\":\"a\","
                + "\"trace_id\":\"t1\"},"
                + "\"right\":{\"order_id\":\"a\",\"t\":\"1970-01-01T00:00:02.000Z\"}}");
    assertThat(lines("unmatched"))
        .singleElement()
        .asString()
        .contains("\"reason\":\"null_key\"", "\"order\":null", "\"trace_id\":null");
    assertThat(lines("dead_letter"))
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).contains("\"plain-0@2\"", "\"raw\":\"base64:"),
            line -> assertThat(line).contains("\"wire-0@1\"", "names schema 8, which the registry"),
            line -> assertThat(line).contains("\"wire-0@2\"", "is not in Confluent's wire format"));
  }

  private static void write(String servers) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", servers),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      ProducerRecord<byte[], byte[]> first =
          new ProducerRecord<>("plain", 0, utf8("a"), order("not the key", 5, 1_000_000));
      first.headers().add("trace", utf8("t0")).add("trace", utf8("t1"));
      List<ProducerRecord<byte[], byte[]>> records =
          List.of(
              first,
              new ProducerRecord<>("plain", 0, null, order("b", 6, 1_000_000)),
              new ProducerRecord<>("plain", 0, utf8("c"), new byte[] {-1, 1, 2}),
              new ProducerRecord<>("wire", 0, null, wire(7, order("a", 5, 2_000_000))),
              new ProducerRecord<>("wire", 0, null, wire(8, order("a", 5, 2_000_000))),
              new ProducerRecord<>("wire", 0, null, new byte[] {1, 2, 3, 4, 5, 6}));
      for (ProducerRecord<byte[], byte[]> record : records) {
        producer.send(record).get();
      }
    }
  }

  private List<String> lines(String output) throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve("out"))) {
      return files
          .filter(path -> String.valueOf(path.getFileName()).matches(output + "-.*\\.jsonl"))
          .flatMap(AvroTopicTest::linesOf)
          .toList();
    }
  }

  private static Stream<String> linesOf(Path path) {
    try {
      return Files.readAllLines(path).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
