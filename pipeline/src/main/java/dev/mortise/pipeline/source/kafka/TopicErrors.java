package dev.mortise.pipeline.source.kafka;

import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.Secrets;
import dev.mortise.pipeline.spec.SourceSpec;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** What Kafka's exceptions mean to the user. */
final class TopicErrors {
  private TopicErrors() {}

  /** Why topics can't be read, before a run. */
  static String reason(SourceSpec.Kafka from, Throwable thrown) {
    String servers = from.connection().bootstrapServers();
    if (find(thrown, UnknownTopicOrPartitionException.class) != null) {
      return String.format(
          from.topics().size() == 1
              ? "there is no topic %s on %s. Make it first, or name another."
              : "there are not all the topics %s on %s. Make what is missing first, or name another.",
          from.written(),
          servers);
    }
    AuthenticationException refused = find(thrown, AuthenticationException.class);
    if (refused != null) {
      return String.format(
          "%s refuses the connection: %s. See to the security settings under properties.",
          servers, text(refused));
    }
    AuthorizationException forbidden = find(thrown, AuthorizationException.class);
    if (forbidden != null) {
      return String.format(
          "%s forbids it: %s. Ask for the right to describe and read %s.",
          servers, text(forbidden), from.written());
    }
    if (find(thrown, TimeoutException.class) != null
        || find(thrown, org.apache.kafka.common.errors.TimeoutException.class) != null) {
      return String.format(
          "no broker of Kafka answers at %s within %d seconds. Start one, or see to"
              + " bootstrap_servers and the security settings.",
          servers, TopicAdmin.WITHIN_SECONDS);
    }
    ConfigException config = find(thrown, ConfigException.class);
    if (config != null) {
      return String.format(
          "Kafka's client can't be set up: %s. See to bootstrap_servers and properties.",
          text(config));
    }
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root instanceof IllegalStateException
        ? String.valueOf(root.getMessage())
        : String.format("%s can't be asked about it: %s.", servers, text(root));
  }

  /** Why reading failed, in the middle of a run. */
  static String whileReading(InputSpec input, Throwable thrown) {
    OffsetOutOfRangeException gone = find(thrown, OffsetOutOfRangeException.class);
    if (gone != null) {
      return String.format(
          "%s: records must still be there when they are read, but Kafka deleted some: %s. Keep them"
              + " for longer (retention.ms), or set auto.offset.reset: earliest under properties to"
              + " go on without them.",
          input.name(), gone.offsetOutOfRangePartitions());
    }
    if (find(thrown, AuthorizationException.class) != null) {
      return input.name() + ": the topic may not be read. Ask for the right to read it";
    }
    return input.name() + ": the topic could not be read";
  }

  private static String text(Throwable thrown) {
    String message = Secrets.mask(String.valueOf(thrown.getMessage()).strip());
    return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
  }

  private static <T extends Throwable> @Nullable T find(Throwable thrown, Class<T> type) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (type.isInstance(t)) {
        return type.cast(t);
      }
    }
    return null;
  }
}
