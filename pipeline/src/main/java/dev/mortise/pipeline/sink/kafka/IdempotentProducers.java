package dev.mortise.pipeline.sink.kafka;

import dev.mortise.pipeline.spec.KafkaOutput;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Producers that say what a failed write means. They add the output's settings themselves: what
 * KafkaIO is told of them shows in the display data of the pipeline, and some are secrets.
 */
final class IdempotentProducers
    implements SerializableFunction<Map<String, Object>, Producer<byte[], byte[]>> {
  private static final long serialVersionUID = 1L;

  private final KafkaOutput output;

  IdempotentProducers(KafkaOutput output) {
    this.output = output;
  }

  @Override
  public Producer<byte[], byte[]> apply(Map<String, Object> settings) {
    // Not given to KafkaIO, which shows all that it is given as display data.
    Map<String, Object> all = new HashMap<>(settings);
    all.putAll(ProducerSettings.idempotent(output));
    return new ExplainingProducer(all, output);
  }

  private static final class ExplainingProducer extends KafkaProducer<byte[], byte[]> {
    private final KafkaOutput output;

    ExplainingProducer(Map<String, Object> settings, KafkaOutput output) {
      super(settings);
      this.output = output;
    }

    @Override
    public Future<RecordMetadata> send(
        ProducerRecord<byte[], byte[]> row, @Nullable Callback callback) {
      return super.send(
          row,
          (metadata, failure) -> {
            if (callback != null) {
              callback.onCompletion(
                  metadata, failure == null ? null : TopicRecords.explain(output, failure));
            }
          });
    }
  }
}
