package dev.mortise.runner.flink.cluster;

import dev.mortise.conformance.Answer;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.Job;
import dev.mortise.conformance.RandomStreams;
import dev.mortise.conformance.StreamRow;
import dev.mortise.conformance.Topics;
import dev.mortise.join.JoinSide;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Two topics that are fed with the rows of random streams, a part at a time. */
final class TopicFeed {
  private static final int PARTITIONS = 3;
  private static final long FAR = Duration.ofDays(1).toMillis();

  private final Topics topics;
  private final String prefix;
  private final RandomStreams streams;

  private TopicFeed(Topics topics, String prefix, RandomStreams streams) {
    this.topics = topics;
    this.prefix = prefix;
    this.streams = streams;
  }

  /** Makes the topics, still without rows. */
  static TopicFeed create(Topics topics, String prefix, RandomStreams streams) throws Exception {
    TopicFeed feed = new TopicFeed(topics, prefix, streams);
    for (JoinSide side : JoinSide.values()) {
      topics.make(feed.topic(side), PARTITIONS);
    }
    return feed;
  }

  /** What is joined of all rows. */
  Answer answer() {
    return streams.answer();
  }

  private String topic(JoinSide side) {
    return prefix + "-in-" + side.name().toLowerCase(Locale.ROOT);
  }

  private List<StreamRow> rows(JoinSide side) {
    return side == JoinSide.LEFT ? streams.left() : streams.right();
  }

  /** A job that reads the topics from their start, without an end. */
  Job job(Path folder) throws IOException {
    List<Event> all = new ArrayList<>(streams.left());
    all.addAll(streams.right());
    Job job = Job.replay(folder, streams.join(), all, streams.watermarkDelay());
    String spec = Files.readString(job.spec());
    for (JoinSide side : JoinSide.values()) {
      String name = side.name().toLowerCase(Locale.ROOT);
      spec =
          spec.replace(
              "from: {files: " + name + ".jsonl, replay: max}",
              String.format(
                  "from: {kafka: {bootstrap_servers: \"%s\", topic: %s, start: earliest}}",
                  topics.servers(), topic(side)));
    }
    Files.writeString(job.spec(), spec);
    return job;
  }

  /**
   * Writes a part of the rows of both sides.
   *
   * @param from share of the rows at which the part begins
   * @param to share at which it ends
   */
  void send(double from, double to) throws Exception {
    for (JoinSide side : JoinSide.values()) {
      List<StreamRow> rows = rows(side);
      for (StreamRow row :
          rows.subList((int) Math.round(from * rows.size()), (int) Math.round(to * rows.size()))) {
        write(side, row.id() % PARTITIONS, row);
      }
    }
    topics.flush();
  }

  /**
   * Writes a row into each partition that is far ahead of all others, has a key of its own, and
   * waits for a partner for ever: so the watermark passes all the others.
   */
  void end() throws Exception {
    for (JoinSide side : JoinSide.values()) {
      long last = rows(side).stream().mapToLong(StreamRow::time).max().orElseThrow();
      for (int partition = 0; partition < PARTITIONS; partition++) {
        String key = "end-" + side + "-" + partition;
        write(side, partition, new StreamRow(side, -1 - partition, key, 0L, last + FAR));
      }
    }
    topics.flush();
  }

  private void write(JoinSide side, int partition, StreamRow row) {
    topics.write(topic(side), partition, row.time(), row.input().getBytes(StandardCharsets.UTF_8));
  }
}
