package dev.mortise.pipeline.source.kafka;

import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.SourceSpec;
import dev.mortise.pipeline.spec.SourceSpec.Offset;
import dev.mortise.pipeline.spec.SourceSpec.OffsetKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** Finds where each partition of an input's topics begins and ends. */
final class TopicOffsets {
  private static final String ISOLATION = "isolation.level";

  private final InputSpec input;
  private final SourceSpec.Kafka from;
  private final Admin admin;

  private TopicOffsets(InputSpec input, SourceSpec.Kafka from, Admin admin) {
    this.input = input;
    this.from = from;
    this.admin = admin;
  }

  /**
   * What is to be read of each partition, by topic and partition.
   *
   * @throws IllegalStateException if it can't be found out: with what the user can do about it
   */
  static List<TopicRange> of(InputSpec input, SourceSpec.Kafka from) {
    try {
      return find(input, from);
    } catch (ExecutionException | TimeoutException | RuntimeException e) {
      // Not as its cause: the message has all that the user needs of it.
      IllegalStateException said =
          new IllegalStateException(
              "inputs." + input.name() + ".from.kafka: " + TopicErrors.reason(from, e));
      said.addSuppressed(e);
      throw said;
    }
  }

  /** Why it can't be found out, and what the user can do about it; empty if it can. */
  static Optional<String> problem(InputSpec input, SourceSpec.Kafka from) {
    try {
      find(input, from);
      return Optional.empty();
    } catch (ExecutionException | TimeoutException | RuntimeException e) {
      return Optional.of(TopicErrors.reason(from, e));
    }
  }

  private static List<TopicRange> find(InputSpec input, SourceSpec.Kafka from)
      throws ExecutionException, TimeoutException {
    try (Admin admin = TopicAdmin.open(from.connection())) {
      return new TopicOffsets(input, from, admin).ranges();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the wait for an answer was interrupted.", e);
    }
  }

  private List<TopicRange> ranges()
      throws InterruptedException, ExecutionException, TimeoutException {
    List<TopicPartition> partitions = partitions();
    Map<TopicPartition, Long> earliest = offsets(partitions, OffsetSpec.earliest());
    Map<TopicPartition, Long> latest = offsets(partitions, OffsetSpec.latest());
    Map<TopicPartition, Long> starts =
        from.start().kind() == OffsetKind.COMMITTED
            ? committed(partitions, earliest, latest)
            : places(partitions, from.start(), earliest, latest);
    Offset stop = from.stop();
    Instant now = Instant.now();
    boolean stopIsAhead = stop != null && stop.timestamp() != null && stop.timestamp().isAfter(now);
    Map<TopicPartition, Long> stops =
        stop == null || stopIsAhead ? Map.of() : places(partitions, stop, earliest, latest);
    List<TopicRange> ranges = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      ranges.add(
          new TopicRange(
              partition.topic(),
              partition.partition(),
              of(starts, partition),
              stops.isEmpty() ? TopicRange.OPEN : of(stops, partition),
              stopIsAhead && stop != null && stop.timestamp() != null
                  ? stop.timestamp().getMillis()
                  : TopicRange.OPEN));
    }
    return ranges;
  }

  private static long of(Map<TopicPartition, Long> offsets, TopicPartition partition) {
    return Objects.requireNonNull(offsets.get(partition), partition.toString());
  }

  private List<TopicPartition> partitions()
      throws InterruptedException, ExecutionException, TimeoutException {
    List<TopicPartition> partitions = new ArrayList<>();
    Map<String, KafkaFuture<TopicDescription>> topics =
        admin.describeTopics(from.topics()).topicNameValues();
    for (KafkaFuture<TopicDescription> topic : topics.values()) {
      TopicDescription description = TopicAdmin.await(topic);
      description
          .partitions()
          .forEach(
              info -> partitions.add(new TopicPartition(description.name(), info.partition())));
    }
    partitions.sort(
        Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition));
    return partitions;
  }

  private Map<TopicPartition, Long> places(
      Collection<TopicPartition> partitions,
      Offset place,
      Map<TopicPartition, Long> earliest,
      Map<TopicPartition, Long> latest)
      throws InterruptedException, ExecutionException, TimeoutException {
    @Nullable Instant time = place.timestamp();
    if (time == null) {
      return place.kind() == OffsetKind.LATEST ? latest : earliest;
    }
    Map<TopicPartition, Long> found =
        offsets(partitions, OffsetSpec.forTimestamp(time.getMillis()));
    // No record is as late as that: it begins behind all there is.
    found.replaceAll((partition, offset) -> offset < 0 ? of(latest, partition) : offset);
    return found;
  }

  private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec spec)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    partitions.forEach(partition -> asked.put(partition, spec));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    TopicAdmin.await(admin.listOffsets(asked, new ListOffsetsOptions(isolation())).all())
        .forEach((partition, found) -> offsets.put(partition, found.offset()));
    return offsets;
  }

  private IsolationLevel isolation() {
    String given = from.connection().properties().get(ISOLATION);
    return given != null && given.toLowerCase(Locale.ROOT).equals("read_uncommitted")
        ? IsolationLevel.READ_UNCOMMITTED
        : IsolationLevel.READ_COMMITTED;
  }

  /** Where nothing was committed yet, the earliest, which loses nothing. */
  private Map<TopicPartition, Long> committed(
      Collection<TopicPartition> partitions,
      Map<TopicPartition, Long> earliest,
      Map<TopicPartition, Long> latest)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<TopicPartition, OffsetAndMetadata> known =
        TopicAdmin.await(
            admin
                .listConsumerGroupOffsets(Objects.requireNonNull(from.groupId()))
                .partitionsToOffsetAndMetadata());
    Map<TopicPartition, Long> offsets = new HashMap<>();
    for (TopicPartition partition : partitions) {
      OffsetAndMetadata committed = known.get(partition);
      long offset = committed == null ? of(earliest, partition) : committed.offset();
      if (offset < of(earliest, partition) || offset > of(latest, partition)) {
        throw new IllegalStateException(
            String.format(
                "the offset that %s committed for partition %s is %d, but the topic holds %d to %d"
                    + " now. The records between are gone; to go on without them, begin at"
                    + " earliest.",
                from.groupId(), partition, offset, of(earliest, partition), of(latest, partition)));
      }
      offsets.put(partition, offset);
    }
    return offsets;
  }

  @Override
  public String toString() {
    return "TopicOffsets[" + input.name() + "]";
  }
}
