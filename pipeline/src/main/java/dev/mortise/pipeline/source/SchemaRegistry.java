package dev.mortise.pipeline.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mortise.pipeline.spec.RegistrySpec;
import dev.mortise.pipeline.spec.Secrets;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Asks a registry for schemas by their ids, over the few calls of Confluent's REST interface that a
 * reader needs. Confluent's own client is not on Maven Central, and that of Apicurio brings an HTTP
 * stack and a language of its own for what are two requests.
 *
 * <p>A schema never changes and is kept for good; that an id is unknown is believed for a minute of
 * processing time, so that garbage does not become a request for each record. One for a process and
 * registry. Thread-safe.
 */
final class SchemaRegistry {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<RegistrySpec, SchemaRegistry> SHARED = new ConcurrentHashMap<>();
  private static final Duration REQUEST = Duration.ofSeconds(10);
  private static final long UNKNOWN_FOR_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int MOST_UNKNOWN = 10_000;

  /**
   * A registry's own words for an unknown subject, version and schema. Any other answer 404 comes
   * from a wrong address, and must not make dead letters of good rows.
   */
  private static final Set<Integer> UNKNOWN = Set.of(40401, 40402, 40403);

  private static final int DEEPEST_REFERENCE = 20;

  /** Waits between attempts; processing time. */
  interface Pause {
    void of(Duration length) throws InterruptedException;
  }

  /**
   * What a registry knows of an id.
   *
   * @param schema the Avro schema as JSON; null if there is none
   * @param error why there is none, as what follows a record's name
   */
  record Answer(@Nullable String schema, String error) {}

  private record Unknown(Answer answer, long sinceNanos) {}

  private final RegistrySpec spec;
  private final String base;
  private final @Nullable String authorization;
  private final HttpClient client;
  private final Pause pause;
  private final LongSupplier nanos;
  private final int attempts;
  private final Map<Integer, Answer> known = new ConcurrentHashMap<>();
  private final Map<Integer, Unknown> unknown = new ConcurrentHashMap<>();

  /**
   * @param attempts how often a request is made before the registry counts as unavailable
   */
  SchemaRegistry(RegistrySpec spec, Pause pause, LongSupplier nanos, int attempts) {
    this.spec = spec;
    this.pause = pause;
    this.nanos = nanos;
    this.attempts = attempts;
    URI uri = URI.create(spec.url());
    String user = uri.getUserInfo();
    String address = spec.url();
    if (user != null) {
      address = address.replace(uri.getRawUserInfo() + "@", "");
    }
    this.base = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    this.authorization = authorization(spec, user);
    this.client = HttpClient.newBuilder().connectTimeout(REQUEST).build();
  }

  /** The registry of a spec, with its schemas so far. */
  static SchemaRegistry of(RegistrySpec spec) {
    return SHARED.computeIfAbsent(
        spec,
        it ->
            new SchemaRegistry(it, length -> Thread.sleep(length.toMillis()), System::nanoTime, 7));
  }

  private static @Nullable String authorization(RegistrySpec spec, @Nullable String user) {
    String token = spec.properties().get(RegistrySpec.TOKEN);
    if (token != null) {
      return "Bearer " + token;
    }
    String login = spec.properties().getOrDefault(RegistrySpec.USER_INFO, user);
    if (login == null) {
      return null;
    }
    String encoded = Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
    Secrets.know(encoded);
    return "Basic " + encoded;
  }

  /**
   * The schema of an id.
   *
   * @throws RegistryUnavailableException if the registry gives no answer, after some attempts, or
   *     lets nobody in
   */
  Answer schema(int id) {
    Answer answer = known.get(id);
    if (answer != null) {
      return answer;
    }
    Unknown missing = unknown.get(id);
    if (missing != null && nanos.getAsLong() - missing.sinceNanos() < UNKNOWN_FOR_NANOS) {
      return missing.answer();
    }
    answer = ask(id);
    if (answer.schema() != null) {
      known.put(id, answer);
    } else {
      if (unknown.size() >= MOST_UNKNOWN) {
        unknown.clear();
      }
      unknown.put(id, new Unknown(answer, nanos.getAsLong()));
    }
    return answer;
  }

  private Answer ask(int id) {
    JsonNode found = get("/schemas/ids/" + Integer.toUnsignedString(id));
    if (found == null) {
      return new Answer(
          null, "names schema " + Integer.toUnsignedString(id) + ", which the registry has not");
    }
    String type = found.path("schemaType").asText("AVRO");
    if (!type.equals("AVRO")) {
      return new Answer(null, "names schema " + id + ", which is none of Avro but of " + type);
    }
    try {
      Schema.Parser parser = new Schema.Parser().setValidate(false).setValidateDefaults(false);
      addReferences(found, parser, 0);
      return new Answer(parser.parse(found.path("schema").asText()).toString(), "");
    } catch (AvroRuntimeException e) {
      return new Answer(
          null,
          "names schema "
              + id
              + ", which can't be read: "
              + Secrets.mask(String.valueOf(e.getMessage())));
    }
  }

  /** Types that a schema uses and others define come first. */
  private void addReferences(JsonNode schema, Schema.Parser parser, int depth) {
    for (JsonNode reference : schema.path("references")) {
      String name = reference.path("name").asText();
      if (parser.getTypes().containsKey(name) || depth > DEEPEST_REFERENCE) {
        continue;
      }
      JsonNode found =
          get(
              "/subjects/"
                  + URLEncoder.encode(reference.path("subject").asText(), StandardCharsets.UTF_8)
                      .replace("+", "%20")
                  + "/versions/"
                  + reference.path("version").asInt());
      if (found != null) {
        addReferences(found, parser, depth + 1);
        parser.parse(found.path("schema").asText());
      }
    }
  }

  /** The answer; null if there is no such thing. */
  private @Nullable JsonNode get(String path) {
    String last = "";
    for (int attempt = 1; attempt <= attempts; attempt++) {
      try {
        HttpResponse<String> response =
            client.send(request(path), HttpResponse.BodyHandlers.ofString());
        int status = response.statusCode();
        if (status == 200) {
          return JSON.readTree(response.body());
        }
        if (status == 404 && UNKNOWN.contains(errorCode(response.body()))) {
          return null;
        }
        last = "it answers with HTTP status " + status;
        if (status == 401 || status == 403) {
          throw unavailable(last + ". Check " + RegistrySpec.USER_INFO + " or its token.");
        }
        if (status < 500 && status != 408 && status != 429) {
          throw unavailable(last + ". Check registry.url.");
        }
      } catch (JsonProcessingException e) {
        last = "its answer is not JSON, as that of a schema registry would be";
      } catch (IOException e) {
        String message = e.getMessage();
        String kind =
            e instanceof ConnectException ? "no connection" : e.getClass().getSimpleName();
        last = message == null ? kind : Secrets.mask(message);
      } catch (InterruptedException e) {
        throw interrupted();
      }
      if (attempt < attempts) {
        waitBefore(attempt);
      }
    }
    throw unavailable(last + ". See whether it runs, and check registry.url.");
  }

  /** What a registry calls its error; 0 if the answer is not a registry's at all. */
  private static int errorCode(String body) {
    try {
      return JSON.readTree(body).path("error_code").asInt();
    } catch (JsonProcessingException e) {
      return 0;
    }
  }

  private void waitBefore(int attempt) {
    try {
      // 0.2 s, then twice as long each time: 12.6 s in all.
      pause.of(Duration.ofMillis(100L << attempt));
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private RegistryUnavailableException interrupted() {
    Thread.currentThread().interrupt();
    return unavailable("the wait for it was interrupted");
  }

  private HttpRequest request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(REQUEST)
            .header("Accept", "application/vnd.schemaregistry.v1+json, application/json");
    String header = authorization;
    return (header == null ? request : request.header("Authorization", header)).GET().build();
  }

  private RegistryUnavailableException unavailable(String why) {
    return new RegistryUnavailableException(
        String.format("Schema registry %s: must answer, but does not: %s", base, why));
  }

  @Override
  public String toString() {
    return "SchemaRegistry[" + spec + "]";
  }
}
