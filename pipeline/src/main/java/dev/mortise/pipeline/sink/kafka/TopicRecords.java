package dev.mortise.pipeline.sink.kafka;

import dev.mortise.pipeline.sink.OutputRecord;
import dev.mortise.pipeline.spec.KafkaOutput;
import dev.mortise.pipeline.spec.Secrets;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** Turns an output's elements into records of its topic. */
final class TopicRecords {
  /** Less than a broker allows by default. What lies further ahead would never be taken. */
  private static final long MOST_AHEAD_MILLIS = 30 * 60_000;

  private TopicRecords() {}

  static ProducerRecord<byte[], byte[]> of(String topic, OutputRecord output) {
    return new ProducerRecord<>(
        topic,
        null,
        time(output.time()),
        output.key().getBytes(StandardCharsets.UTF_8),
        output.line().getBytes(StandardCharsets.UTF_8));
  }

  /** Kafka knows no time before 1970, and brokers refuse times far ahead of their clock. */
  private static @Nullable Long time(@Nullable Instant time) {
    if (time == null) {
      return null;
    }
    long now = System.currentTimeMillis();
    return Math.max(0, Math.min(time.getMillis(), now + MOST_AHEAD_MILLIS));
  }

  /** What a failed write means to the user; the same where Kafka says it as well. */
  static Exception explain(KafkaOutput output, Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RecordTooLargeException) {
        return LastingFailures.of(
            String.format(
                "outputs.%s.to.kafka: a row must fit into a record of topic %s, but one is larger"
                    + " than its max.message.bytes. Raise that setting of the topic, or"
                    + " message.max.bytes of the broker, and run again.",
                output.name(), output.topic()));
      }
      if (cause instanceof AuthorizationException || cause instanceof AuthenticationException) {
        // A right may be given while the runner tries again.
        return new IllegalStateException(
            String.format(
                "outputs.%s.to.kafka: topic %s must let records in, but %s says: %s Ask for the"
                    + " right to write to it; for exactly_once also to the transactional ids and"
                    + " groups of the job, whose names begin with mortise.",
                output.name(),
                output.topic(),
                output.connection().bootstrapServers(),
                Secrets.mask(String.valueOf(cause.getMessage()))));
      }
    }
    return failure;
  }
}
