package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.SpecNode.Text;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads how a Kafka cluster is reached, which inputs and outputs write alike. */
final class KafkaConnectionReader {
  static final String SERVERS = "bootstrap_servers";
  static final String PROPERTIES = "properties";

  private static final Pattern HOST_AND_PORT =
      Pattern.compile("(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]):([0-9]{1,5})");
  private static final int MOST_PORT = 65_535;
  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,249}");

  private KafkaConnectionReader() {}

  /**
   * The cluster that the fields {@code bootstrap_servers} and {@code properties} name; null if they
   * do not, which is reported by then.
   */
  static @Nullable KafkaConnection read(Fields fields) {
    SpecNode node = fields.require(SERVERS, "Write host:port, or several with commas between.");
    SpecNode properties = fields.get(PROPERTIES);
    Map<String, String> given = properties == null ? Map.of() : PropertiesReader.read(properties);
    String servers = node == null ? null : servers(node);
    return servers == null ? null : new KafkaConnection(servers, given);
  }

  private static @Nullable String servers(SpecNode node) {
    Text text = node.text("Write host:port, or several with commas between.");
    if (text == null) {
      return null;
    }
    for (String server : text.value().split(",", -1)) {
      var parts = HOST_AND_PORT.matcher(server.strip());
      if (!parts.matches() || Integer.parseInt(parts.group(1)) > MOST_PORT) {
        node.problem(
            text.quoted()
                + " does not name servers of Kafka. Write host:port, such as localhost:9092, or"
                + " several with commas between.");
        return null;
      }
    }
    return text.value();
  }

  /** The name of a topic; null if it can't be one, which is reported by then. */
  static @Nullable String topic(SpecNode node) {
    Text text = node.text("Write the name of a topic.");
    if (text == null) {
      return null;
    }
    String name = text.value();
    if (!TOPIC.matcher(name).matches() || name.equals(".") || name.equals("..")) {
      node.problem(
          text.quoted()
              + " can't be a topic's name: that is up to 249 letters, digits, dots, _ and -.");
      return null;
    }
    return name;
  }
}
