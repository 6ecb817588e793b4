package dev.mortise.pipeline.source.kafka;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private final Map<String, Integer> partitions = new ConcurrentHashMap<>();

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

  /** How many partitions a topic has, as far as the consumer has heard; 0 before it has. */
  int partitions(String topic) {
    return partitions.getOrDefault(topic, 0);
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
      Set<String> topics = new HashSet<>();
      for (TopicPartition partition : assignment()) {
        note(partition, records.records(partition));
        topics.add(partition.topic());
      }
      topics.forEach(this::count);
      return records;
    }

    /** Asks nobody: the consumer hears of it every few minutes (metadata.max.age.ms). */
    private void count(String topic) {
      try {
        partitions.put(topic, partitionsFor(topic, Duration.ZERO).size());
      } catch (KafkaException e) {
        // Not known at the moment, as when a broker is away.
      }
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
