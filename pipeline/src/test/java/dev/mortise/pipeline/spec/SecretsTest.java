package dev.mortise.pipeline.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
  @TempDir Path dir;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "x PlainLoginModule required username=\"ann\" password=\"s3\"; | x PlainLoginModule required username=\"ann\" password=***;",
        "ssl.key.password = s3, then more | ssl.key.password = ***, then more",
        "{\"client_secret\": \"s3\", \"a\": \"b\"} | {\"client_secret\": ***, \"a\": \"b\"}",
        "http://ann:s3@host:80/x and https://host/y | http://***@host:80/x and https://host/y",
        "token: must be text | token: must be text",
        "ssl.keystore.location=/etc/keys.jks | ssl.keystore.location=/etc/keys.jks",
        "sasl.oauthbearer.token.endpoint.url=https://h/t | sasl.oauthbearer.token.endpoint.url=https://h/t",
        "user=ann | user=ann",
      })
  void masksWhatLooksLikeASecret(String text, String masked) {
    assertThat(Secrets.mask(text)).isEqualTo(masked);
  }

  @Test
  void masksWhatItHasLearned_wherever() {
    Secrets.learn(
        Map.of(
            "sasl.jaas.config", "x required username=\"ann\" password=\"Tr0ub\\\"dor\";",
            "basic.auth.user.info", "ann:Xk-horse-1",
            "ssl.truststore.password", "Xk-battery-2",
            "client.id", "orders-reader"));
    assertThat(Secrets.mask("a Xk-horse-1, b Xk-battery-2, c ann:Xk-horse-1, d orders-reader"))
        .isEqualTo("a ***, b ***, c ***, d orders-reader");
    Secrets.know("abc");
    assertThat(Secrets.mask("abc")).isEqualTo("abc");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password",
        "sasl.password",
        "ssl.key.password",
        "client-secret",
        "api_key",
        "apikey",
        "ssl.keystore.key",
        "bearer.auth.token",
        "aws.secret.access.key",
        "sasl.jaas.config",
        "ssl_keystore_passphrase",
        "credentials",
        "basic.auth.user.info"
      })
  void knowsSecretNames(String name) {
    assertThat(Secrets.isSecretName(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "client.id",
        "security.protocol",
        "ssl.keystore.location",
        "ssl.keystore.type",
        "keys.ms",
        "key.serializer",
        "sasl.oauthbearer.token.endpoint.url",
        "group.id"
      })
  void knowsOtherNames(String name) {
    assertThat(Secrets.isSecretName(name)).isFalse();
  }

  private static final String SPEC =
      """
      inputs:
        orders:
          from: {files: "o-*.avro"}
          format: avro
          registry:
            url: "https://${USER}:${PASS}@registry:8081"
            properties:
              PROPERTY
          schema: {order_id: string, t: timestamp}
          event_time: t
        payments:
          from: {files: payments.jsonl}
          schema: {order_id: string, t: timestamp}
          event_time: t
      join: {left: orders, right: payments, on: [order_id], type: left, within: {after: 30m}}
      """;

  /** Whatever is wrong beside or within it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "basic.auth.user.info: ann:hunter2hunter2",
        "basic.auth.user.info: \"${PASS\"",
        "basic.auth.user.info: \"ann:${hunter2 hunter2}\"",
        "basic.auth.user.info: \"${hunter2hunter2\"",
        "basic.auth.user.info: [hunter2hunter2]",
        "bearer.auth.token: {hunter2: hunter2}",
        "bearer.auth.tokn: hunter2hunter2",
        "bearer.auth.token: *hunter2hunter2",
        "bearer.auth.token: !hunter2hunter2 x",
        "bearer.auth.token: &hunter2hunter2 x",
        "bearer.auth.token: \"hunter2hunter2",
        "bearer.auth.token: hunter2: hunter2",
        "bearer.auth.token: @hunter2",
        "bearer.auth.token: \"\\hunter2\"",
      })
  void noProblemQuotesASecret(String property) {
    SpecFixture fixture =
        new SpecFixture(dir, Map.of("USER", "ann", "PASS", "hunter2hunter2", "hunter2", "x"));
    List<String> problems = fixture.problems(SPEC.replace("PROPERTY", property));
    assertThat(problems).isNotEmpty();
    assertThat(String.join("\n", problems)).doesNotContain("hunter2");
  }
}
