package dev.mortise.pipeline.sink.kafka;

import dev.mortise.pipeline.sink.OutputRecord;
import dev.mortise.pipeline.spec.KafkaOutput;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A producer of transactions, and the records that wait for theirs. With each transaction goes, as
 * an offset's metadata of a consumer group of its own, the number of its last record: so it is
 * known after a failure which of the records in the state are in the topic.
 */
final class TransactionalShard implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionalShard.class);

  /** Whoever reads committed records waits for the end of a transaction: so none is long. */
  private static final int MOST_RECORDS = 10_000;

  private static final long ANSWER_WITHIN_SECONDS = 60;
  private static final java.time.Duration CLOSE_WITHIN = java.time.Duration.ofSeconds(5);

  private final KafkaOutput output;
  private final String name;
  private final String run;
  private final KafkaProducer<byte[], byte[]> producer;
  private final CommittedNumbers committed;
  private final Deque<NumberedRecord> waiting = new ArrayDeque<>();
  private long last;
  private long stable;
  private long done;

  /**
   * Opens the producer. From here on no earlier one of that name can commit, and what it left open
   * is aborted.
   *
   * @param name of the transactions and of the group
   * @param run which run's state it goes on with
   */
  TransactionalShard(KafkaOutput output, String name, String run) throws Exception {
    this.output = output;
    this.name = name;
    this.run = run;
    this.producer =
        new KafkaProducer<>(
            ProducerSettings.transactional(output, name),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    try {
      producer.initTransactions();
      this.committed = readCommitted();
    } catch (Exception | Error e) {
      producer.close(CLOSE_WITHIN);
      throw e;
    }
    this.done = committed.of(run);
  }

  /** The metadata is that of partition 0, which every topic has. */
  private TopicPartition mark() {
    return new TopicPartition(output.topic(), 0);
  }

  private CommittedNumbers readCommitted() throws Exception {
    try (Admin admin = Admin.create(ProducerSettings.admin(output.connection()))) {
      OffsetAndMetadata found =
          admin
              .listConsumerGroupOffsets(
                  name, new ListConsumerGroupOffsetsOptions().requireStable(true))
              .partitionsToOffsetAndMetadata()
              .get(ANSWER_WITHIN_SECONDS, TimeUnit.SECONDS)
              .get(mark());
      return found == null || found.metadata().isEmpty()
          ? CommittedNumbers.none()
          : CommittedNumbers.parse(found.metadata());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return CommittedNumbers.none();
      }
      throw e;
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          String.format(
              "outputs.%s.to.kafka: the broker must say what %s has committed, but did not answer"
                  + " within %d seconds.",
              output.name(), name, ANSWER_WITHIN_SECONDS),
          e);
    }
  }

  /**
   * Takes up the records of a state that was restored, and writes those of them that are not in the
   * topic. All of them are in a complete checkpoint, the one that was restored.
   *
   * @param restored in any order
   * @param lastNumber the last number that the state has given
   */
  void restore(Iterable<NumberedRecord> restored, long lastNumber) throws Exception {
    List<NumberedRecord> inOrder = new ArrayList<>();
    restored.forEach(inOrder::add);
    inOrder.sort(Comparator.comparingLong(NumberedRecord::number));
    inOrder.stream().filter(each -> each.number() > done).forEach(waiting::add);
    if (done == 0 && !inOrder.isEmpty() && inOrder.get(0).number() > 1) {
      LOG.warn(
          "{}: the broker no longer knows what was committed before this run: {} records of {} may"
              + " come twice.",
          name,
          inOrder.size(),
          output.topic());
    }
    if (done > lastNumber) {
      LOG.warn(
          "{}: this run goes on from a state that is older than the topic: up to {} records of {}"
              + " come again.",
          name,
          done - lastNumber,
          output.topic());
    }
    // Numbers above those of a timeline that was left behind.
    last = Math.max(lastNumber, done);
    stable = last;
    flush();
  }

  /** Numbers a record, and lets it wait. */
  NumberedRecord add(OutputRecord row) {
    last++;
    NumberedRecord numbered = new NumberedRecord(last, row);
    waiting.add(numbered);
    return numbered;
  }

  long last() {
    return last;
  }

  long done() {
    return done;
  }

  Deque<NumberedRecord> waiting() {
    return waiting;
  }

  /** Says that records up to that number are in a complete checkpoint. */
  void settle(long number) {
    stable = Math.max(stable, number);
  }

  boolean hasSettled() {
    return !waiting.isEmpty() && waiting.peek().number() <= stable;
  }

  /** Writes all records that are in a complete checkpoint. */
  void flush() throws Exception {
    try {
      while (hasSettled()) {
        writeTransaction();
      }
    } catch (Exception e) {
      throw TopicRecords.explain(output, e);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The commit fails if any of them does.
  private void writeTransaction() {
    producer.beginTransaction();
    long number = done;
    int count = 0;
    for (NumberedRecord each : waiting) {
      if (each.number() > stable || count == MOST_RECORDS) {
        break;
      }
      producer.send(TopicRecords.of(output.topic(), each.row()));
      number = each.number();
      count++;
    }
    committed.set(run, number);
    producer.sendOffsetsToTransaction(
        Map.of(mark(), new OffsetAndMetadata(0, committed.toText())),
        new ConsumerGroupMetadata(name));
    producer.commitTransaction();
    for (int i = 0; i < count; i++) {
      waiting.remove();
    }
    done = number;
  }

  @Override
  public void close() {
    producer.close(CLOSE_WITHIN);
  }
}
