package dev.mortise.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mortise.broker.LocalBroker;
import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinType;
import dev.mortise.pipeline.cli.RunnerAdapter;
import dev.mortise.pipeline.source.InputMetrics;
import dev.mortise.pipeline.source.WatermarkBoard;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.common.TopicPartition;
import org.joda.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Topics as inputs, against a real broker: what every runner has to get right. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class TopicSuite {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int ROWS_A_MONTH = 60;
  private static final JoinSetting OLD = JoinSetting.of(JoinType.FULL, -3_000, 5_000);
  private static final JoinSetting LIVE = JoinSetting.of(JoinType.FULL, 0, 1_000);

  private final long seed = System.nanoTime();
  private final TopicRows old = TopicRows.random(seed, ROWS_A_MONTH);
  private LocalBroker broker;
  private Topics topics;

  /** A new adapter of the runner. */
  protected abstract RunnerAdapter adapter();

  /** Options of the runner. */
  protected abstract List<String> args();

  @BeforeAll
  final void startABroker(@TempDir Path folder) throws Exception {
    System.out.println(getClass().getSimpleName() + ": seed " + seed);
    broker = LocalBroker.start(folder);
    topics = new Topics(broker.bootstrapServers());
    old.writeTo(topics);
  }

  @AfterAll
  final void stopTheBroker() {
    topics.close();
    broker.close();
  }

  /**
   * Months with gaps, several topics, a partition with nothing, and an idle rule that would have
   * all of it late if it went by the clock alone: records that wait are not idle. The outputs are
   * topics too.
   */
  @Test
  void recordingsAreReadAgain_withNothingLate(@TempDir Path folder) throws Exception {
    Job job = oldJob(folder, OLD, "start: earliest, stop: latest", "start: earliest, stop: latest");

    JobTopics into = JobTopics.create(broker.bootstrapServers(), "from-topics");
    into.outputsOf(job, "");
    Answer answer = old.answer(OLD, (place, offset) -> true);

    Run.checkSummary(Run.run(job, adapter(), args()), answer);

    into.checkOnce(job, answer);
    String mode = adapter().name().toUpperCase(Locale.ROOT) + "_STREAMING";
    Capabilities.proven(Mode.valueOf(mode), Feature.TOPIC_OUTPUTS);
  }

  @Test
  void inputsBeginAndEnd_whereTheyAreTold(@TempDir Path folder) throws Exception {
    long from = TopicRows.START + TopicRows.MONTH + 10_000;
    long to = TopicRows.START + 4 * TopicRows.MONTH + 30_000;
    List<String> right = TopicRows.topics(JoinSide.RIGHT);
    TopicPartition committed = new TopicPartition(right.get(0), 1);
    topics.commit("before", Map.of(committed, 7L));
    Job job =
        oldJob(
            folder,
            OLD,
            String.format("start: %s, stop: %s", time(from), time(to)),
            "group_id: before, start: committed, stop: latest");
    TopicRows.Selection between = old.between(from, to);

    Run.check(
        job,
        adapter(),
        args(),
        old.answer(
            OLD,
            (place, offset) ->
                right.contains(place.topic())
                    ? !place.equals(committed) || offset >= 7
                    : between.takes(place, offset)));
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  private Job oldJob(Path folder, JoinSetting join, String left, String right) throws IOException {
    String source =
        "from: {kafka: {bootstrap_servers: \"%s\", topics: %s, %s}}\n"
            + "    watermark: {max_out_of_orderness: %dms, idle_after: 1ms}";
    return job(
        folder,
        join,
        String.format(
            source, topics.servers(), TopicRows.topics(JoinSide.LEFT), left, TopicRows.DISORDER),
        String.format(
            source, topics.servers(), TopicRows.topics(JoinSide.RIGHT), right, TopicRows.DISORDER));
  }

  private Job job(Path folder, JoinSetting join, String left, String right) throws IOException {
    Path spec = Files.writeString(folder.resolve("spec.yaml"), Spec.of(join, left, right));
    return new Job(spec, join, old::origin);
  }

  /** One run, in the order of what happens to it. */
  @Test
  void aLiveJoinGoesOn_whateverItsPartitionsDo(@TempDir Path folder) throws Exception {
    topics.make("live-left", 3);
    topics.make("live-never", 1);
    topics.make("live-right", 2);
    String source =
        "from: {kafka: {bootstrap_servers: \"%s\", topics: [%s], group_id: live}}\n"
            + "    watermark: {max_out_of_orderness: 500ms, idle_after: 1s, max_future: 1h}";
    Job job =
        job(
            folder,
            LIVE,
            String.format(source, topics.servers(), "live-left, live-never"),
            String.format(source, topics.servers(), "live-right"));
    try (LiveRun run = LiveRun.start(job, adapter(), args())) {
      // Before anything has come, pairs need no watermark.
      left(0, "first", now());
      right(0, "first", now());
      until("a pair", 1L, run::pairs);
      // Two partitions are empty, and a whole topic: without a watermark this row waits for ever.
      left(0, "alone", now());
      until("the row alone", 1L, () -> run.rows(JoinSide.LEFT, "unmatched_rows"));
      // A partition that was idle is judged by the time that has passed meanwhile.
      left(1, "late", now() - 3_600_000);
      until("the late row", 1L, () -> run.rows(JoinSide.LEFT, "late_rows"));
      // What is no row, and what is dated in ten days, neither blocks its partition nor moves time.
      topics.send("live-left", 1, null, "no json".getBytes(StandardCharsets.UTF_8));
      topics.send("live-left", 1, null, new byte[] {(byte) 0xff, 0, (byte) 0xfe});
      topics.send("live-left", 1, null, null);
      left(1, "ahead", now() + 10 * 24 * 3_600_000L);
      until("dead letters", 4L, () -> run.input(InputMetrics.deadLetters("left")));
      until("the row ahead", 1L, () -> run.input(InputMetrics.rowsAhead("left")));
      left(1, "second", now());
      right(1, "second", now());
      until("the second pair", 2L, run::pairs);
      // The Direct runner tells a source of a batch only when it reads the next.
      await("committed offsets")
          .atMost(PATIENCE)
          .until(() -> topics.committed("live", "live-left", 1) >= 5);
      assertThat(run.rows(JoinSide.LEFT, "late_rows")).isEqualTo(1);
      assertThat(run.rows(JoinSide.RIGHT, "late_rows")).isZero();
      assertThat(WatermarkBoard.standings())
          .extracting(standing -> standing.input() + " " + standing.partition())
          .contains("left live-left-0", "left live-left-2", "left live-never-0");
    }
  }

  private static long now() {
    return System.currentTimeMillis();
  }

  private void left(int partition, String key, long time) throws Exception {
    topics.send("live-left", partition, null, row(JoinSide.LEFT, key, time));
  }

  private void right(int partition, String key, long time) throws Exception {
    topics.send("live-right", partition, null, row(JoinSide.RIGHT, key, time));
  }

  private static byte[] row(JoinSide side, String key, long time) {
    return new StreamRow(side, 0, key, null, time).input().getBytes(StandardCharsets.UTF_8);
  }

  private static void until(String what, long wanted, Callable<Long> counted) {
    await(what).atMost(PATIENCE).until(counted, value -> value == wanted);
  }
}
