package dev.mortise.pipeline.source.kafka;

import java.io.Serializable;
import org.apache.kafka.common.TopicPartition;

/**
 * What is read of a partition.
 *
 * @param topic the topic
 * @param partition the partition's number
 * @param start offset to begin at
 * @param stop offset to end in front of; {@link #OPEN} for none
 * @param stopMillis Kafka's time, in milliseconds, from which records are no longer read; {@link
 *     #OPEN} for none
 */
record TopicRange(String topic, int partition, long start, long stop, long stopMillis)
    implements Serializable {
  static final long OPEN = Long.MAX_VALUE;

  TopicPartition place() {
    return new TopicPartition(topic, partition);
  }

  /** How the partition is called, as in positions. */
  String name() {
    return topic + "-" + partition;
  }
}
