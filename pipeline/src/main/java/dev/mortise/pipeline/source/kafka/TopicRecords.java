package dev.mortise.pipeline.source.kafka;

import dev.mortise.pipeline.spec.SourceSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.beam.sdk.io.UnboundedSource.CheckpointMark;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.apache.beam.sdk.io.kafka.KafkaCheckpointMark;
import org.apache.beam.sdk.io.kafka.KafkaCheckpointMark.PartitionMark;
import org.apache.beam.sdk.io.kafka.KafkaIO;
import org.apache.beam.sdk.io.kafka.KafkaRecord;
import org.apache.beam.sdk.io.kafka.TopicReads;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Beam's Kafka reader, set up to give bytes. */
final class TopicRecords {
  private TopicRecords() {}

  /** A reader of the partitions that are not at their ends. */
  static UnboundedReader<KafkaRecord<byte[], byte[]>> reader(
      SourceSpec.Kafka from, List<PartitionRead> partitions, PolledOffsets polled) {
    Map<TopicPartition, PartitionRead> reads = new HashMap<>();
    List<PartitionMark> marks = new ArrayList<>();
    for (PartitionRead partition : partitions) {
      reads.put(partition.place(), partition);
      marks.add(mark(partition, partition.mark()));
    }
    KafkaIO.Read<byte[], byte[]> read =
        KafkaIO.<byte[], byte[]>read()
            .withBootstrapServers(from.connection().bootstrapServers())
            .withTopicPartitions(partitions.stream().map(PartitionRead::place).toList())
            .withKeyDeserializer(ByteArrayDeserializer.class)
            .withValueDeserializer(ByteArrayDeserializer.class)
            .withConsumerConfigUpdates(config(from))
            .withConsumerFactoryFn(polled::consumer)
            .withTimestampPolicyFactory((place, before) -> reads.get(place));
    try {
      return TopicReads.source(from.groupId() == null ? read : read.commitOffsetsInFinalize())
          .createReader(
              PipelineOptionsFactory.create(), new KafkaCheckpointMark(marks, Optional.empty()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PartitionMark mark(PartitionRead partition, TopicMark.Place place) {
    return new PartitionMark(
        partition.place().topic(),
        partition.place().partition(),
        place.offset(),
        place.watermark());
  }

  /** A mark that commits how far the partitions are. */
  static CheckpointMark commit(
      UnboundedReader<KafkaRecord<byte[], byte[]>> reader,
      List<PartitionRead> partitions,
      List<TopicMark.Place> places) {
    List<PartitionMark> marks = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      marks.add(mark(partitions.get(i), places.get(i)));
    }
    return TopicReads.mark(reader, marks);
  }

  private static Map<String, Object> config(SourceSpec.Kafka from) {
    Map<String, Object> config = new HashMap<>();
    // Records of transactions that were given up are no rows.
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    // Records that are gone before they were read are a failure, and not to be passed over.
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    config.putAll(from.connection().properties());
    if (from.groupId() != null) {
      config.put(ConsumerConfig.GROUP_ID_CONFIG, from.groupId());
    }
    return config;
  }
}
