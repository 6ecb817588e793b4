package dev.mortise.pipeline.source;

import static dev.mortise.pipeline.AvroData.binary;
import static dev.mortise.pipeline.AvroData.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.mortise.pipeline.AvroData;
import dev.mortise.pipeline.TestInputs;
import dev.mortise.pipeline.spec.AvroSpec;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.RegistrySpec;
import dev.mortise.pipeline.spec.RowFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchemaRegistryTest {
  private static final String UNKNOWN_SCHEMA =
      "{\"error_code\": 40403, \"message\": \"Schema not found\"}";

  private final Map<String, Reply> replies = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> logins = new CopyOnWriteArrayList<>();
  private final List<Duration> pauses = new ArrayList<>();
  private HttpServer server;
  private long nanos;

  private record Reply(int status, String body) {}

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getRawPath();
          requests.add(path);
          logins.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          Reply reply = replies.getOrDefault(path, new Reply(404, UNKNOWN_SCHEMA));
          byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(reply.status(), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String url(String user) {
    return "http://" + user + "127.0.0.1:" + server.getAddress().getPort() + "/ccompat/";
  }

  private SchemaRegistry registry(RegistrySpec spec) {
    return new SchemaRegistry(spec, pauses::add, () -> nanos, 3);
  }

  private SchemaRegistry registry() {
    return registry(new RegistrySpec(url(""), Map.of()));
  }

  private static String body(String schema, String more) throws IOException {
    return "{\"schema\": " + new ObjectMapper().writeValueAsString(schema) + more + "}";
  }

  private static byte[] wire(int id, byte[] datum) {
    return ByteBuffer.allocate(5 + datum.length).put((byte) 0).putInt(id).put(datum).array();
  }

  @Test
  void decodesConfluentsWireFormat_andAsksOncePerSchema() throws IOException {
    replies.put("/ccompat/schemas/ids/17", new Reply(200, body(AvroData.ORDER.toString(), "")));
    InputSpec input =
        AvroData.avro(
            TestInputs.orders(TestInputs.files("/x"), RowFormat.AVRO),
            new AvroSpec(null, new RegistrySpec(url(""), Map.of())));
    RowDecoder decoder = RowDecoder.of(input);
    byte[] good = wire(17, binary(order("a", 5L, 1000)));
    for (int i = 0; i < 3; i++) {
      assertThat(decoder.decode(good).error()).isNull();
    }
    assertThat(requests).containsExactly("/ccompat/schemas/ids/17");
    assertThat(decoder.show(good)).startsWith("{\"order_id\":\"a\"");

    assertThat(decoder.decode(wire(18, new byte[] {1})).error())
        .isEqualTo("names schema 18, which the registry has not");
    assertThat(decoder.decode(wire(17, new byte[] {1})).error())
        .startsWith("can't be read as Avro");
    assertThat(decoder.decode(new byte[] {1, 2, 3, 4, 5, 6}).error())
        .startsWith("is not in Confluent's wire format");
    assertThat(decoder.decode(new byte[] {0, 0}).error())
        .startsWith("is not in Confluent's wire format");
    assertThat(decoder.show(new byte[] {0, 0})).isEqualTo("base64:AAA=");
  }

  @Test
  void resolvesReferences() throws IOException {
    replies.put(
        "/ccompat/schemas/ids/1",
        new Reply(
            200,
            body(
                "{\"type\":\"record\",\"name\":\"a.Order\",\"fields\":["
                    + "{\"name\":\"money\",\"type\":\"a.Money\"}]}",
                ", \"references\": [{\"name\": \"a.Money\", \"subject\": \"the money\","
                    + " \"version\": 2}]")));
    replies.put(
        "/ccompat/subjects/the%20money/versions/2",
        new Reply(200, body("{\"type\":\"record\",\"name\":\"a.Money\",\"fields\":[]}", "")));
    assertThat(registry().schema(1).schema()).contains("\"name\":\"Money\"");
  }

  @Test
  void believesThatAnIdIsUnknown_forAMinute() {
    SchemaRegistry registry = registry();
    assertThat(registry.schema(5).schema()).isNull();
    nanos += Duration.ofSeconds(59).toNanos();
    assertThat(registry.schema(5).schema()).isNull();
    assertThat(requests).hasSize(1);
    nanos += Duration.ofSeconds(2).toNanos();
    assertThat(registry.schema(5).schema()).isNull();
    assertThat(requests).hasSize(2);
  }

  @Test
  void saysWhichSchemaIsNoneOfAvro() throws IOException {
    replies.put(
        "/ccompat/schemas/ids/2", new Reply(200, body("syntax", ", \"schemaType\": \"PROTOBUF\"")));
    replies.put("/ccompat/schemas/ids/3", new Reply(200, body("{", "")));
    assertThat(registry().schema(2).error())
        .isEqualTo("names schema 2, which is none of Avro but of PROTOBUF");
    assertThat(registry().schema(3).error()).startsWith("names schema 3, which can't be read");
  }

  @Test
  void triesAgain_andThenFails_soThatGoodRowsAreNoDeadLetters() {
    replies.put("/ccompat/schemas/ids/1", new Reply(503, "down"));
    assertThatThrownBy(() -> registry().schema(1))
        .isInstanceOf(RegistryUnavailableException.class)
        .hasMessage(
            "Schema registry http://127.0.0.1:%d/ccompat: must answer, but does not: it answers"
                + " with HTTP status 503. See whether it runs, and check registry.url.",
            server.getAddress().getPort());
    assertThat(requests).hasSize(3);
    assertThat(pauses).containsExactly(Duration.ofMillis(200), Duration.ofMillis(400));
    server.stop(0);
    assertThatThrownBy(() -> registry().schema(1)).isInstanceOf(RegistryUnavailableException.class);
  }

  @Test
  void aWrongAddressIsNoUnknownSchema() {
    replies.put("/ccompat/schemas/ids/1", new Reply(404, "<html>Not found</html>"));
    assertThatThrownBy(() -> registry().schema(1))
        .isInstanceOf(RegistryUnavailableException.class)
        .hasMessageEndingWith("it answers with HTTP status 404. Check registry.url.");
    replies.put("/ccompat/schemas/ids/2", new Reply(200, "<html>Hello</html>"));
    assertThatThrownBy(() -> registry().schema(2)).hasMessageContaining("is not JSON");
  }

  @Test
  void logsIn_andNeverSaysHow() {
    replies.put("/ccompat/schemas/ids/1", new Reply(401, "hunter2-registry"));
    String basic =
        "Basic "
            + Base64.getEncoder()
                .encodeToString("ann:hunter2-registry".getBytes(StandardCharsets.UTF_8));
    for (RegistrySpec spec :
        List.of(
            new RegistrySpec(url("ann:hunter2-registry@"), Map.of()),
            new RegistrySpec(url(""), Map.of(RegistrySpec.USER_INFO, "ann:hunter2-registry")),
            new RegistrySpec(url(""), Map.of(RegistrySpec.TOKEN, "hunter2-registry")))) {
      assertThat(spec.toString()).doesNotContain("hunter2");
      assertThatThrownBy(() -> registry(spec).schema(1))
          .isInstanceOf(RegistryUnavailableException.class)
          .satisfies(e -> assertThat(e.toString()).doesNotContain("hunter2").contains("401"));
    }
    assertThat(logins).containsExactly(basic, basic, "Bearer hunter2-registry");
  }
}
