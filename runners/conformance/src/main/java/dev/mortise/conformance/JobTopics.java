package dev.mortise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Topics that a job writes its outputs to instead of files, and what is in them. */
public final class JobTopics {
  private static final int PARTITIONS = 3;

  private final String servers;
  private final String prefix;

  private JobTopics(String servers, String prefix) {
    this.servers = servers;
    this.prefix = prefix;
  }

  /**
   * Makes a topic for each output.
   *
   * @param servers the broker
   * @param prefix what the topics' names begin with
   */
  public static JobTopics create(String servers, String prefix) {
    JobTopics topics = new JobTopics(servers, prefix);
    try (Admin admin = topics.admin()) {
      admin
          .createTopics(
              Lines.OUTPUTS.stream()
                  .map(
                      output ->
                          new NewTopic(topics.topic(output), PARTITIONS, (short) 1)
                              // Rows of long ago are records of long ago, and would be deleted.
                              .configs(Map.of("retention.ms", "-1")))
                  .toList())
          .all()
          .get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
    return topics;
  }

  /** The topic of an output. */
  public String topic(String output) {
    return prefix + "-" + output;
  }

  /**
   * Has {@code job} write to the topics.
   *
   * @param more fields of {@code to.kafka}, each with a comma in front
   */
  public Job outputsOf(Job job, String more) throws IOException {
    String spec = Files.readString(job.spec());
    for (String output : Lines.OUTPUTS) {
      spec =
          spec.replace(
              "{files: out/" + output + "}",
              String.format(
                  "{kafka: {bootstrap_servers: \"%s\", topic: %s%s}}",
                  servers, topic(output), more));
    }
    Files.writeString(job.spec(), spec.replaceFirst("name: .*", "name: " + prefix));
    return job;
  }

  /** Has the topics refuse records with more bytes than that. */
  public void setMostBytes(int bytes) {
    try (Admin admin = admin()) {
      Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
      for (String output : Lines.OUTPUTS) {
        changes.put(
            new ConfigResource(ConfigResource.Type.TOPIC, topic(output)),
            List.of(
                new AlterConfigOp(
                    new ConfigEntry("max.message.bytes", String.valueOf(bytes)),
                    AlterConfigOp.OpType.SET)));
      }
      admin.incrementalAlterConfigs(changes).all().get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The end of the topics, which grows with each record and each transaction. */
  public long endOffsets() {
    try (Ends ends = ends()) {
      return ends.sum();
    }
  }

  /** The ends of the topics, for who asks again and again: a connection costs more than asking. */
  public Ends ends() {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    partitions().forEach(partition -> ends.put(partition, OffsetSpec.latest()));
    return new Ends(admin(), ends);
  }

  /** The ends of a job's topics. */
  public static final class Ends implements AutoCloseable {
    private final Admin admin;
    private final Map<TopicPartition, OffsetSpec> ends;

    private Ends(Admin admin, Map<TopicPartition, OffsetSpec> ends) {
      this.admin = admin;
      this.ends = ends;
    }

    /** Their sum, which grows with each record and each transaction. */
    public long sum() {
      try {
        return admin.listOffsets(ends).all().get().values().stream()
            .mapToLong(ListOffsetsResultInfo::offset)
            .sum();
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      admin.close();
    }
  }

  private List<TopicPartition> partitions() {
    return Lines.OUTPUTS.stream().flatMap(output -> partitions(output).stream()).toList();
  }

  private List<TopicPartition> partitions(String output) {
    return IntStream.range(0, PARTITIONS)
        .mapToObj(number -> new TopicPartition(topic(output), number))
        .toList();
  }

  private Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", servers));
  }

  /** All records of an output that are committed, by partition and offset. */
  public List<ConsumerRecord<String, String>> read(String output) {
    Map<String, Object> settings =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            servers,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false);
    List<ConsumerRecord<String, String>> records = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> partitions = partitions(output);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream()
          .anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  /** Asserts that each topic holds each expected line once, and nothing else. */
  public void checkOnce(Job job, Answer answer) {
    Lines lines = job.lines(answer);
    for (String output : Lines.OUTPUTS) {
      List<ConsumerRecord<String, String>> records = read(output);
      check(output, lines, records.stream().map(record -> line(output, record)).toList());
      assertThat(records.stream().map(ConsumerRecord::key).distinct().count())
          .as("keys of %s", output)
          .isEqualTo(records.size());
    }
  }

  /**
   * Asserts that the newest record of each key, which is what a compacted topic keeps, is each
   * expected line once.
   *
   * @return how many records came again
   */
  public int checkByKey(Job job, Answer answer) {
    Lines lines = job.lines(answer);
    int again = 0;
    for (String output : Lines.OUTPUTS) {
      List<ConsumerRecord<String, String>> records = read(output);
      Map<String, String> newest = new LinkedHashMap<>();
      records.forEach(record -> newest.put(record.key(), line(output, record)));
      check(output, lines, List.copyOf(newest.values()));
      again += records.size() - newest.size();
    }
    return again;
  }

  private static void check(String output, Lines expected, List<String> actual) {
    assertThat(LineBag.differences(() -> expected.of(output), actual::stream)).as(output).isEmpty();
  }

  private static String line(String output, ConsumerRecord<String, String> record) {
    return output.equals("dead_letter") ? OutputFiles.withoutError(record.value()) : record.value();
  }
}
