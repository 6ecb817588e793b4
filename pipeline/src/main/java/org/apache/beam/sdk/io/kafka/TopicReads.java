package org.apache.beam.sdk.io.kafka;

import java.util.List;
import java.util.Optional;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.apache.beam.sdk.io.kafka.KafkaCheckpointMark.PartitionMark;
import org.jspecify.annotations.NullMarked;

/** What Beam shows to its own package only: the source inside a read, and marks that commit. */
@NullMarked
public final class TopicReads {
  private TopicReads() {}

  /** The source that a read with given partitions makes for itself. */
  public static <K, V> UnboundedSource<KafkaRecord<K, V>, KafkaCheckpointMark> source(
      KafkaIO.Read<K, V> read) {
    return read.makeSource();
  }

  /** A mark that commits these offsets when it is finalized, if the reader was told to commit. */
  public static KafkaCheckpointMark mark(
      UnboundedReader<? extends KafkaRecord<?, ?>> reader, List<PartitionMark> partitions) {
    return new KafkaCheckpointMark(partitions, Optional.of((KafkaUnboundedReader<?, ?>) reader));
  }
}
