package dev.mortise.pipeline.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.broker.LocalBroker;
import dev.mortise.pipeline.sink.OutputRecord;
import dev.mortise.pipeline.spec.KafkaConnection;
import dev.mortise.pipeline.spec.KafkaOutput;
import dev.mortise.pipeline.spec.RowId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.joda.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in the topic after failures at every point, against a real broker. */
class TransactionalShardTest {
  private static LocalBroker broker;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    broker = LocalBroker.start(folder);
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void whatARestoredStateHolds_isWrittenOnce_whereverTheFailureWas() throws Exception {
    KafkaOutput output = output("restored");
    List<NumberedRecord> state = new ArrayList<>();
    try (TransactionalShard first = open(output, "run")) {
      first.restore(List.of(), 0);
      for (String value : List.of("a", "b", "c")) {
        state.add(first.add(row(value)));
      }
      assertThat(first.hasSettled()).as("no checkpoint is complete").isFalse();
    }
    // The checkpoint with a, b, c is complete, and the job died before it was told.
    try (TransactionalShard second = open(output, "run")) {
      second.restore(state, 3);
      assertThat(read(output)).containsExactly("a", "b", "c");
      state.add(second.add(row("lost")));
    }
    // It died again before the next checkpoint: the same state is restored.
    state.remove(3);
    try (TransactionalShard third = open(output, "run")) {
      third.restore(state, 3);
      third.add(row("d"));
      NumberedRecord e = third.add(row("e"));
      third.settle(e.number() - 1);
      third.flush();
      assertThat(third.waiting()).containsExactly(e);
    }
    assertThat(read(output)).containsExactly("a", "b", "c", "d");
  }

  @Test
  void aRunThatBeginsAnewWritesAll_andEarlierRunsAreStillKnown() throws Exception {
    KafkaOutput output = output("anew");
    NumberedRecord ofFirst;
    try (TransactionalShard first = open(output, "first")) {
      first.restore(List.of(), 0);
      ofFirst = first.add(row("a"));
      first.settle(1);
      first.flush();
    }
    try (TransactionalShard second = open(output, "second")) {
      second.restore(List.of(), 0);
      second.add(row("b"));
      second.settle(1);
      second.flush();
    }
    try (TransactionalShard again = open(output, "first")) {
      again.restore(List.of(ofFirst), 1);
    }
    assertThat(read(output)).containsExactly("a", "b");
  }

  @Test
  void anOlderStateGoesOnWithNumbersOfItsOwn() throws Exception {
    KafkaOutput output = output("older");
    List<NumberedRecord> older = new ArrayList<>();
    try (TransactionalShard first = open(output, "run")) {
      first.restore(List.of(), 0);
      older.add(first.add(row("a")));
      first.add(row("b"));
      first.settle(2);
      first.flush();
    }
    List<NumberedRecord> state = new ArrayList<>();
    try (TransactionalShard second = open(output, "run")) {
      second.restore(older, 1);
      state.add(second.add(row("other")));
      assertThat(state.get(0).number()).isEqualTo(3);
    }
    try (TransactionalShard third = open(output, "run")) {
      third.restore(state, 3);
    }
    assertThat(read(output)).containsExactly("a", "b", "other");
  }

  @Test
  void whoeverWasReplacedCommitsNoMore() throws Exception {
    KafkaOutput output = output("replaced");
    try (TransactionalShard first = open(output, "run")) {
      first.restore(List.of(), 0);
      NumberedRecord waiting = first.add(row("a"));
      try (TransactionalShard second = open(output, "run")) {
        first.settle(1);
        assertThatThrownBy(first::flush).isInstanceOf(KafkaException.class);
        second.restore(List.of(waiting), 1);
      }
    }
    assertThat(read(output)).containsExactly("a");
  }

  @Test
  void timesThatBrokersRefuse_areMoved() throws Exception {
    KafkaOutput output = output("times");
    Instant now = Instant.now();
    try (TransactionalShard shard = open(output, "run")) {
      shard.restore(List.of(), 0);
      shard.add(new OutputRecord("k", "old", Instant.ofEpochMilli(-1)));
      shard.add(new OutputRecord("k", "ahead", now.plus(org.joda.time.Duration.standardDays(9))));
      shard.settle(2);
      shard.flush();
    }
    assertThat(read(output)).containsExactly("old", "ahead");
  }

  private static OutputRecord row(String value) {
    return new OutputRecord("key", value, null);
  }

  private static TransactionalShard open(KafkaOutput output, String run) throws Exception {
    return new TransactionalShard(output, "mortise.test." + output.topic(), run);
  }

  private static KafkaOutput output(String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
    }
    return new KafkaOutput(
        "matched",
        new KafkaConnection(broker.bootstrapServers(), Map.of()),
        topic,
        null,
        RowId.DIGESTS,
        null,
        1);
  }

  private static List<String> read(KafkaOutput output) {
    List<String> values = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "isolation.level",
                "read_committed"),
            new StringDeserializer(),
            new StringDeserializer())) {
      TopicPartition partition = new TopicPartition(output.topic(), 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(each -> values.add(each.value()));
      }
    }
    return values;
  }
}
