package dev.mortise.pipeline.source.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Watches the consumer that Beam's reader polls in a thread of its own. Beam counts from the last
 * record, but behind it there may be offsets that hold none: the ends of transactions, aborted
 * records, what compaction took away. Without them a partition would never look read to its end.
 */
final class PolledOffsets {
  private final Map<TopicPartition, Polled> polled = new ConcurrentHashMap<>();

  /**
   * @param behindRecords offset behind the last record that was polled
   * @param position where the consumer goes on
   */
  private record Polled(long behindRecords, long position) {}

  /** A consumer that is watched. */
  Consumer<byte[], byte[]> consumer(Map<String, Object> config) {
    return new Watched(config);
  }

  /**
   * Where a partition goes on, for a reader that has given all records in front of {@code given}.
   */
  long position(TopicPartition partition, long given) {
    Polled last = polled.get(partition);
    return last != null && given >= last.behindRecords() ? Math.max(given, last.position()) : given;
  }

  private final class Watched extends KafkaConsumer<byte[], byte[]> {
    Watched(Map<String, Object> config) {
      super(config);
    }

    @Override
    @Deprecated
    @SuppressWarnings("deprecation") // The one that Beam calls.
    public ConsumerRecords<byte[], byte[]> poll(long timeoutMillis) {
      ConsumerRecords<byte[], byte[]> records = super.poll(timeoutMillis);
      for (TopicPartition partition : assignment()) {
        note(partition, records.records(partition));
      }
      return records;
    }

    private void note(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
      Polled last = polled.get(partition);
      long behind =
          records.isEmpty()
              ? (last == null ? 0 : last.behindRecords())
              : records.get(records.size() - 1).offset() + 1;
      try {
        polled.put(partition, new Polled(behind, position(partition, Duration.ZERO)));
      } catch (KafkaException e) {
        // Not known at the moment, as when a broker is away.
        polled.put(partition, new Polled(behind, behind));
      }
    }
  }
}
