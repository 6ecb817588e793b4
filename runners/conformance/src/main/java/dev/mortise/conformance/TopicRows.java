package dev.mortise.conformance;

import dev.mortise.join.JoinSide;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;

/**
 * Recorded rows in partitions of topics: months with long gaps, of which no partition has all, one
 * partition with nothing, and here and there a record that is no row. Kafka's time of a record is
 * its event time.
 */
final class TopicRows {
  static final long START = 1_577_836_800_000L;
  static final long MONTH = 30L * 24 * 3600 * 1000;
  static final int MONTHS = 6;
  static final long DISORDER = 2_000;

  /** A record. */
  private record Written(Event event, long timestamp) {}

  private final Map<TopicPartition, List<Written>> partitions = new HashMap<>();
  private int ids;

  /** The topics of a side: the first of three partitions, the last of which is empty. */
  static List<String> topics(JoinSide side) {
    return List.of("old-" + Answer.name(side) + "-a", "old-" + Answer.name(side) + "-b");
  }

  static TopicRows random(long seed, int perMonth) {
    Random random = new Random(seed);
    TopicRows rows = new TopicRows();
    for (JoinSide side : JoinSide.values()) {
      List<TopicPartition> places =
          List.of(
              new TopicPartition(topics(side).get(0), 0),
              new TopicPartition(topics(side).get(0), 1),
              new TopicPartition(topics(side).get(1), 0));
      for (int month = 0; month < MONTHS; month++) {
        for (int i = 0; i < perMonth; i++) {
          // Each partition lacks months that the others have.
          int partition = random.nextInt(places.size());
          if ((month + partition) % 3 == 0) {
            partition = (partition + 1) % places.size();
          }
          long time = START + month * MONTH + i * 1_000L + random.nextInt((int) DISORDER);
          rows.add(places.get(partition), side, time, random);
        }
      }
    }
    return rows;
  }

  private void add(TopicPartition place, JoinSide side, long time, Random random) {
    int id = ids++;
    Event event =
        random.nextInt(40) == 0
            ? new BrokenLine(side, id)
            : new StreamRow(side, id, "k" + random.nextInt(25), null, time);
    partitions.computeIfAbsent(place, any -> new ArrayList<>()).add(new Written(event, time));
  }

  /** Makes the topics, and writes all rows. */
  void writeTo(Topics topics) throws Exception {
    for (JoinSide side : JoinSide.values()) {
      topics.make(topics(side).get(0), 3);
      topics.make(topics(side).get(1), 1);
    }
    partitions.forEach(
        (place, records) ->
            records.forEach(
                record ->
                    topics.write(
                        place.topic(), place.partition(), record.timestamp(), bytes(record))));
    topics.flush();
  }

  private static byte[] bytes(Written record) {
    return json(record.event()).getBytes(StandardCharsets.UTF_8);
  }

  private static String json(Event event) {
    return event instanceof StreamRow row ? row.input() : ((BrokenLine) event).json();
  }

  /** The offset of the first record that is as late as {@code time}. */
  private int offset(TopicPartition place, long time) {
    List<Written> records = partitions.getOrDefault(place, List.of());
    int offset = 0;
    while (offset < records.size() && records.get(offset).timestamp() < time) {
      offset++;
    }
    return offset;
  }

  /** What comes of the rows of both sides that a selection leaves. */
  Answer answer(JoinSetting join, Selection selection) {
    List<StreamRow> left = new ArrayList<>();
    List<StreamRow> right = new ArrayList<>();
    List<BrokenLine> broken = new ArrayList<>();
    partitions.forEach(
        (place, records) -> {
          for (int offset = 0; offset < records.size(); offset++) {
            Event event = records.get(offset).event();
            if (!selection.takes(place, offset)) {
              continue;
            }
            if (event instanceof StreamRow row) {
              (row.side() == JoinSide.LEFT ? left : right).add(row);
            } else {
              broken.add((BrokenLine) event);
            }
          }
        });
    Answer answer = BatchOracle.answer(join, left, right);
    broken.forEach(answer::broken);
    return answer;
  }

  /** Which records a run reads. */
  interface Selection {
    boolean takes(TopicPartition place, long offset);
  }

  /** From the first record that is as late as {@code from} to the one that is as late as to. */
  Selection between(long from, long to) {
    return (place, offset) -> offset >= offset(place, from) && offset < offset(place, to);
  }

  /** Where a broken record stands. */
  Lines.Origin origin(BrokenLine line) {
    for (Map.Entry<TopicPartition, List<Written>> partition : partitions.entrySet()) {
      List<Written> records = partition.getValue();
      for (int offset = 0; offset < records.size(); offset++) {
        if (records.get(offset).event().equals(line)) {
          return new Lines.Origin(partition.getKey() + "@" + offset, line.json());
        }
      }
    }
    throw new IllegalArgumentException("TopicRows: there is no " + line);
  }
}
