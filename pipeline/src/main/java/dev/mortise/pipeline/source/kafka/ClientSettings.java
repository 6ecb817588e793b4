package dev.mortise.pipeline.source.kafka;

import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.KafkaConnection;
import dev.mortise.pipeline.spec.KafkaOutput;
import dev.mortise.pipeline.spec.Names;
import dev.mortise.pipeline.spec.OutputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.Secrets;
import dev.mortise.pipeline.spec.SourceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.jspecify.annotations.Nullable;

/**
 * Judges the properties that a spec passes to Kafka's clients, without asking a broker. Their
 * values may be secrets, and are not quoted.
 */
public final class ClientSettings {
  private final PipelineSpec spec;
  private final List<String> problems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private ClientSettings(PipelineSpec spec) {
    this.spec = spec;
    for (InputSpec input : spec.inputs().values()) {
      if (input.from() instanceof SourceSpec.Kafka topics) {
        judge(
            String.format("inputs.%s.from.kafka", input.name()),
            topics.line(),
            topics.connection(),
            "consumer",
            ConsumerConfig.configDef());
      }
    }
    for (OutputSpec output : spec.outputs().values()) {
      if (output instanceof KafkaOutput topic) {
        judge(
            String.format("outputs.%s.to.kafka", output.name()),
            topic.line(),
            topic.connection(),
            "producer",
            ProducerConfig.configDef());
      }
    }
  }

  /** Values that a client would not take, a sentence or two each for the user. */
  public static List<String> problems(PipelineSpec spec) {
    return List.copyOf(new ClientSettings(spec).problems);
  }

  /** Names that a client does not know, which it passes over unless a plug-in of it reads them. */
  public static List<String> warnings(PipelineSpec spec) {
    return List.copyOf(new ClientSettings(spec).warnings);
  }

  private void judge(
      String where, int line, KafkaConnection connection, String client, ConfigDef known) {
    Map<String, String> given = connection.properties();
    for (ConfigValue value : known.validate(given)) {
      if (given.containsKey(value.name()) && !value.errorMessages().isEmpty()) {
        problems.add(
            String.format(
                "%s: Kafka's %s must be able to take the value, but can't%s. Write one that it"
                    + " takes.",
                place(where, line, value.name()), client, reason(value)));
      }
    }
    Set<String> names = new TreeSet<>(known.names());
    names.addAll(AdminClientConfig.configNames());
    for (String name : given.keySet()) {
      if (!names.contains(name)) {
        warnings.add(
            String.format(
                "%s: Kafka's %s has no such setting, and passes over it unless a plug-in reads"
                    + " it.%s",
                place(where, line, name), client, didYouMean(name, names)));
      }
    }
  }

  private String place(String where, int line, String property) {
    return String.format(
        "%s.properties.%s (%s:%d)", where, property, spec.file().getFileName(), line);
  }

  /** What Kafka says behind the value, which it quotes. */
  private static String reason(ConfigValue value) {
    String message = value.errorMessages().get(0);
    String before = "for configuration " + value.name() + ":";
    int at = message.lastIndexOf(before);
    if (at < 0) {
      return "";
    }
    String text = Secrets.mask(message.substring(at + before.length()).strip());
    return ": " + (text.endsWith(".") ? text.substring(0, text.length() - 1) : text);
  }

  private static String didYouMean(String name, Set<String> names) {
    @Nullable String near = Names.nearest(name, names);
    return near == null ? "" : " Did you mean " + near + "?";
  }
}
