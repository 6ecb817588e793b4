package dev.mortise.pipeline.source.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mortise.broker.LocalBroker;
import dev.mortise.pipeline.TestInputs;
import dev.mortise.pipeline.format.DeadLetter;
import dev.mortise.pipeline.source.RowBlock;
import dev.mortise.pipeline.source.WatermarkBoard;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.KafkaConnection;
import dev.mortise.pipeline.spec.RowFormat;
import dev.mortise.pipeline.spec.SourceSpec;
import dev.mortise.pipeline.spec.SourceSpec.Offset;
import dev.mortise.pipeline.spec.SourceSpec.OffsetKind;
import dev.mortise.pipeline.spec.WatermarkSpec;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class TopicSourceTest {
  private static final Offset EARLIEST = new Offset(OffsetKind.EARLIEST, null);
  private static final Offset LATEST = new Offset(OffsetKind.LATEST, null);
  private static final PipelineOptions OPTIONS = PipelineOptionsFactory.create();
  private static final long NOON = Instant.parse("2026-01-05T12:00:00Z").getMillis();

  /** Processing time as the readers see it. */
  private static final AtomicLong CLOCK = new AtomicLong(NOON);

  private static LocalBroker broker;
  private static KafkaProducer<String, @Nullable String> producer;

  @BeforeAll
  static void startABroker(@TempDir Path folder) throws Exception {
    broker = LocalBroker.start(folder);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic("again", 1, (short) 1),
                  new NewTopic("grows", 2, (short) 1),
                  new NewTopic("stops", 2, (short) 1),
                  new NewTopic("parts", 3, (short) 1)))
          .all()
          .get(60, TimeUnit.SECONDS);
    }
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", "test"),
            new StringSerializer(),
            new StringSerializer());
    producer.initTransactions();
  }

  @AfterAll
  static void stopTheBroker() {
    producer.close(Duration.ZERO);
    broker.close();
  }

  private static void transaction(boolean commits, String topic, @Nullable String... values)
      throws Exception {
    producer.beginTransaction();
    for (String value : values) {
      producer.send(new ProducerRecord<>(topic, 0, null, value)).get(60, TimeUnit.SECONDS);
    }
    if (commits) {
      producer.commitTransaction();
    } else {
      producer.abortTransaction();
    }
  }

  private static String order(String id, long time) {
    return String.format("{\"order_id\":\"%s\",\"order_time\":%d}", id, time);
  }

  private static SourceSpec.Kafka from(String servers, String topic, @Nullable Offset stop) {
    Map<String, String> impatient = Map.of("metadata.max.age.ms", "100");
    return new SourceSpec.Kafka(
        new KafkaConnection(servers, impatient), List.of(topic), null, EARLIEST, stop, 4);
  }

  private static InputSpec input(SourceSpec.Kafka from) {
    InputSpec input = TestInputs.orders(from, RowFormat.JSON);
    return new InputSpec(
        input.name(),
        from,
        input.format(),
        input.schema(),
        input.eventTime(),
        false,
        new WatermarkSpec(
            org.joda.time.Duration.ZERO, null, org.joda.time.Duration.standardMinutes(5), false));
  }

  private static List<TopicSource> parts(String topic, @Nullable Offset stop) {
    SourceSpec.Kafka from = from(broker.bootstrapServers(), topic, stop);
    InputSpec input = input(from);
    return new TopicSource(
            input,
            from,
            TopicOffsets.of(input, from),
            "{}",
            () -> Instant.ofEpochMilli(CLOCK.get()))
        .split(2, OPTIONS);
  }

  /** Reads until something came, or the end. */
  private static List<String> some(UnboundedReader<RowBlock> reader, boolean start)
      throws Exception {
    boolean more = start ? reader.start() : reader.advance();
    while (!more && reader.getWatermark().isBefore(BoundedWindow.TIMESTAMP_MAX_VALUE)) {
      more = reader.advance();
    }
    List<String> items = new ArrayList<>();
    if (more) {
      reader.getCurrent().items().forEach(item -> items.add(text(item)));
    }
    return items;
  }

  private static List<String> all(UnboundedReader<RowBlock> reader, boolean start)
      throws Exception {
    List<String> items = new ArrayList<>();
    List<String> some = some(reader, start);
    while (!some.isEmpty()) {
      items.addAll(some);
      some = some(reader, false);
    }
    return items;
  }

  private static String text(RowBlock.Item item) {
    DeadLetter letter = item.deadLetter();
    return letter != null
        ? letter.position() + " " + letter.error()
        : String.valueOf(item.row() == null ? null : item.row().getString("order_id"));
  }

  private static TopicMark throughItsCoder(UnboundedReader<RowBlock> reader) throws Exception {
    return CoderUtils.clone(new TopicMark.MarkCoder(), (TopicMark) reader.getCheckpointMark());
  }

  @Test
  void aRangeIsReadAgain_asItWasReadFirst_withTheEndsOfTransactionsInIt() throws Exception {
    TopicSource source;
    TopicMark middle;
    TopicMark end;
    List<String> first;
    List<String> second = new ArrayList<>();
    CLOCK.set(NOON);
    transaction(true, "again", order("a", NOON), "no json", order("b", NOON + 300_001));
    transaction(false, "again", order("given up", NOON));
    source = parts("again", null).get(0);
    UnboundedReader<RowBlock> reader = source.createReader(OPTIONS, null);
    try (reader) {
      first = all(reader, 3);
      middle = throughItsCoder(reader);
      transaction(true, "again", order("c", NOON + 300_000), null, order("d", NOON + 400_000));
      while (second.size() < 3) {
        second.addAll(some(reader, false));
      }
      end = throughItsCoder(reader);
    }
    assertThat(first).hasSize(3).contains("a", atIndex(0));
    assertThat(first.get(1)).startsWith("again-0@1 is not JSON");
    assertThat(first.get(2))
        .startsWith("again-0@2 order_time: must be at most 5m ahead of the clock")
        .contains("but is 2026-01-05T12:05:00.001Z, read at 2026-01-05T12:00:00.000Z");
    assertThat(second.get(0)).isEqualTo("c");
    assertThat(second.get(1)).startsWith("again-0@7 has no value (a tombstone)");
    assertThat(second.get(2)).startsWith("again-0@8 order_time: must be at most 5m");

    // An hour later all of it would be no longer ahead.
    CLOCK.set(NOON + 3_600_000);
    try (UnboundedReader<RowBlock> again = source.createRangeReader(OPTIONS, null, middle)) {
      assertThat(all(again, true)).isEqualTo(first);
    }
    try (UnboundedReader<RowBlock> again = source.createRangeReader(OPTIONS, middle, end)) {
      assertThat(all(again, true)).isEqualTo(second);
    }
    try (UnboundedReader<RowBlock> fromMark = source.createReader(OPTIONS, middle)) {
      assertThat(some(fromMark, true)).hasSizeGreaterThan(0).first().isEqualTo("c");
    }
  }

  /** Reads until so many have come. */
  private static List<String> all(UnboundedReader<RowBlock> reader, int count) throws Exception {
    List<String> items = new ArrayList<>(some(reader, true));
    while (items.size() < count) {
      items.addAll(some(reader, false));
    }
    return items;
  }

  private static org.assertj.core.data.Index atIndex(int index) {
    return org.assertj.core.data.Index.atIndex(index);
  }

  @Test
  void ends_behindTheLastTransactionThatWasThere_andAtATimeToCome() throws Exception {
    CLOCK.set(NOON);
    transaction(true, "stops", order("a", NOON));
    try (UnboundedReader<RowBlock> toLatest =
        parts("stops", LATEST).get(0).createReader(OPTIONS, null)) {
      assertThat(all(toLatest, true)).containsExactly("a");
      assertThat(toLatest.getWatermark()).isEqualTo(BoundedWindow.TIMESTAMP_MAX_VALUE);
    }
    // The second partition has no record, and none that could say that the time has come.
    Offset soon =
        new Offset(
            OffsetKind.TIMESTAMP, Instant.now().plus(org.joda.time.Duration.standardSeconds(1)));
    for (TopicSource part : parts("stops", soon)) {
      try (UnboundedReader<RowBlock> toSoon = part.createReader(OPTIONS, null)) {
        assertThat(all(toSoon, true)).hasSizeLessThanOrEqualTo(1);
        assertThat(toSoon.getWatermark()).isEqualTo(BoundedWindow.TIMESTAMP_MAX_VALUE);
      }
    }
  }

  @Test
  void eachPartitionIsAPart_unlessARunnerWantsOneReaderForEachTask() {
    assertThat(parts("parts", null)).hasSize(3);
    PipelineOptions options = PipelineOptionsFactory.create();
    options.as(dev.mortise.pipeline.source.ReadOptions.class).setOneReaderPerTask(true);
    SourceSpec.Kafka from = from(broker.bootstrapServers(), "parts", null);
    TopicSource whole = TopicSource.of(input(from), from, "{}");

    assertThat(whole.split(2, options))
        .extracting(part -> part.ranges().stream().map(TopicRange::name).toList())
        .containsExactly(List.of("parts-0", "parts-2"), List.of("parts-1"));
    assertThat(whole.split(8, options)).hasSize(3);
  }

  @Test
  void partitionsThatATopicGetsLater_areTold() throws Exception {
    WatermarkBoard.watch(true);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        UnboundedReader<RowBlock> reader =
            parts("grows", null).get(0).createReader(OPTIONS, null)) {
      boolean unused = reader.start();
      admin.createPartitions(Map.of("grows", NewPartitions.increaseTo(5))).all().get();
      Optional<String> said = WatermarkBoard.nextSaid();
      while (said.isEmpty()) {
        unused = reader.advance();
        said = WatermarkBoard.nextSaid();
      }
      assertThat(said.get())
          .startsWith(
              "orders: topic grows has got partitions since this run first started: it has 5, and"
                  + " only those up to grows-1 are read.");
    } finally {
      WatermarkBoard.watch(false);
    }
  }

  @Test
  void saysWhatIsWrong_whereThereIsNoTopic_andNoBroker() throws Exception {
    SourceSpec.Kafka missing = from(broker.bootstrapServers(), "ordrs", null);
    assertThatThrownBy(() -> TopicSource.of(input(missing), missing, "{}"))
        .isInstanceOf(IllegalStateException.class)
        .hasNoCause()
        .hasMessage(
            "inputs.orders.from.kafka: there is no topic ordrs on "
                + broker.bootstrapServers()
                + ". Make it first, or name another.");
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    SourceSpec.Kafka nowhere = from("127.0.0.1:" + port, "orders", null);
    assertThatThrownBy(() -> TopicSource.of(input(nowhere), nowhere, "{}"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(
            "inputs.orders.from.kafka: no broker of Kafka answers at 127.0.0.1:"
                + port
                + " within 10 seconds.");
  }
}
