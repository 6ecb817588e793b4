package dev.mortise.pipeline.dashboard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mortise.pipeline.dashboard.Page.Item;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves the page on loopback, and to pages of its own only: what names another host is refused, so
 * that a page from elsewhere can't read it by way of its reader's browser.
 */
final class PageServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int MOST_BYTES = 1000;
  private static final Set<String> OWN_NAMES = Set.of("127.0.0.1", "localhost", "[::1]");
  private static final String POLICY =
      "default-src 'self'; img-src data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

  private final HttpServer server;
  private final ExecutorService threads;
  private final Supplier<byte[]> state;
  private final @Nullable Controls controls;

  /**
   * Starts to serve.
   *
   * @param port 0 for any that is free
   * @param state the JSON of {@code /api/state}
   * @throws IOException if the port is taken
   */
  PageServer(int port, Supplier<byte[]> state, @Nullable Controls controls) throws IOException {
    this.state = state;
    this.controls = controls;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
    threads =
        Executors.newFixedThreadPool(
            2,
            work -> {
              Thread thread = new Thread(work, "mortise-dashboard");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String method = exchange.getRequestMethod();
      if (!isOwnName(exchange.getRequestHeaders().getFirst("Host"))) {
        send(exchange, 403, "text/plain", "Open this page by the name of this machine.");
      } else if (path.equals("/api/controls") && method.equals("POST")) {
        set(exchange);
      } else if (!method.equals("GET")) {
        send(exchange, 405, "text/plain", "This is for reading.");
      } else if (path.equals("/api/state")) {
        send(exchange, 200, "application/json", state.get());
      } else {
        Item item = Page.items().get(path);
        if (item == null) {
          send(exchange, 404, "text/plain", "There is no such page.");
        } else {
          send(exchange, 200, item.type(), item.bytes());
        }
      }
    }
  }

  private void set(HttpExchange exchange) throws IOException {
    Controls to = controls;
    String origin = exchange.getRequestHeaders().getFirst("Origin");
    String host = exchange.getRequestHeaders().getFirst("Host");
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    if (origin != null && !origin.equals("http://" + host)) {
      send(exchange, 403, "text/plain", "Another page has no business here.");
    } else if (type == null || !type.startsWith("application/json")) {
      send(exchange, 415, "text/plain", "Send JSON.");
    } else if (to == null) {
      send(exchange, 404, "text/plain", "There is nothing to set.");
    } else {
      try {
        JsonNode wish = JSON.readTree(exchange.getRequestBody().readNBytes(MOST_BYTES));
        if (!wish.path("id").isTextual() || !wish.path("value").isNumber()) {
          throw new IllegalArgumentException("Send {\"id\": text, \"value\": number}.");
        }
        to.set(wish.path("id").asText(), wish.path("value").asDouble());
        send(exchange, 200, "application/json", "{}");
      } catch (IllegalArgumentException | JsonProcessingException e) {
        String why = e instanceof JsonProcessingException ? "Send JSON." : e.getMessage();
        send(exchange, 400, "text/plain", String.valueOf(why));
      }
    }
  }

  private static boolean isOwnName(@Nullable String host) {
    return host != null && OWN_NAMES.contains(host.replaceFirst(":\\d+$", ""));
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    send(exchange, status, type, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
