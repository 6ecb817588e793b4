package dev.mortise.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What a shop's records look like. */
final class Records {
  private static final List<String> CHANNELS = List.of("app", "web", "web", "phone");
  private static final List<String> METHODS = List.of("card", "card", "wallet", "transfer");
  private static final int CUSTOMERS = 2_000;

  private final Random random;

  Records(Random random) {
    this.random = random;
  }

  /** Some customers order far more often than others. */
  byte[] order(String id, long amount, long time) {
    double share = random.nextDouble();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("order_id", id);
    json.put("customer_id", "C-" + (1 + (int) (CUSTOMERS * share * share * share)));
    json.put("channel", pick(CHANNELS));
    json.put("amount_minor", amount);
    json.put("order_time", Instant.ofEpochMilli(time).toString());
    return bytes(json.toString());
  }

  byte[] payment(String id, @Nullable String order, String status, long amount, long time) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("payment_id", id);
    json.put("order_id", order);
    json.put("method", pick(METHODS));
    json.put("status", status);
    json.put("amount_minor", amount);
    json.put("paid_time", Instant.ofEpochMilli(time).toString());
    return bytes(json.toString());
  }

  long amount() {
    return 100 + (long) (Math.exp(random.nextGaussian()) * 2_500);
  }

  /** What no parser can make a row of, in the ways in which that happens. */
  byte[] garbage(byte[] record) {
    return switch (random.nextInt(4)) {
      case 0 -> java.util.Arrays.copyOf(record, record.length / 2);
      case 1 -> bytes("<html><body>502 Bad Gateway</body></html>");
      case 2 -> new byte[] {(byte) 0xff, (byte) 0xfe, 0x00, (byte) 0xc3, 0x28};
      default ->
          bytes(
              new String(record, StandardCharsets.UTF_8)
                  .replaceFirst("\"amount_minor\":(\\d+)", "\"amount_minor\":\"$1 EUR\""));
    };
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
