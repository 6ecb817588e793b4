package dev.mortise.conformance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Topics of a broker, made and filled for tests. */
public final class Topics implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final String servers;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;
  private final List<Future<RecordMetadata>> written = new ArrayList<>();

  /** Topics of the broker at {@code servers}. */
  public Topics(String servers) {
    this.servers = servers;
    this.admin = Admin.create(Map.of("bootstrap.servers", servers));
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", servers, "linger.ms", 0),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Where clients find the broker. */
  public String servers() {
    return servers;
  }

  /** Makes a topic that keeps what it gets, however old it is, and waits until it is there. */
  public void make(String topic, int partitions) throws Exception {
    admin
        .createTopics(
            List.of(
                new NewTopic(topic, partitions, (short) 1).configs(Map.of("retention.ms", "-1"))))
        .all()
        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * Writes a record, and waits until it is there.
   *
   * @param timestamp Kafka's time of the record, in milliseconds; null for now
   * @param value null for a tombstone
   * @return its offset
   */
  public long send(String topic, int partition, @Nullable Long timestamp, byte @Nullable [] value)
      throws Exception {
    return producer
        .send(new ProducerRecord<>(topic, partition, timestamp, null, value))
        .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .offset();
  }

  /** Writes records of one partition in their order, and does not wait: see {@link #flush}. */
  public void write(String topic, int partition, long timestamp, byte[] value) {
    written.add(producer.send(new ProducerRecord<>(topic, partition, timestamp, null, value)));
  }

  /** Waits until all that was written is there. */
  public void flush() throws Exception {
    for (Future<RecordMetadata> record : written) {
      record.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    written.clear();
  }

  /** Commits offsets for a consumer group, as a consumer that ended there did. */
  void commit(String group, Map<TopicPartition, Long> offsets) throws Exception {
    Map<TopicPartition, OffsetAndMetadata> all = new HashMap<>();
    offsets.forEach((partition, offset) -> all.put(partition, new OffsetAndMetadata(offset)));
    admin.alterConsumerGroupOffsets(group, all).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** The offset that is committed for a group; -1 if there is none. */
  long committed(String group, String topic, int partition) throws Exception {
    OffsetAndMetadata offset =
        admin
            .listConsumerGroupOffsets(group)
            .partitionsToOffsetAndMetadata()
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
            .get(new TopicPartition(topic, partition));
    return offset == null ? -1 : offset.offset();
  }

  @Override
  public void close() {
    producer.close();
    admin.close();
  }
}
