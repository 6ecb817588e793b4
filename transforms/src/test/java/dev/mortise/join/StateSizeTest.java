package dev.mortise.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.util.CoderUtils;
import org.joda.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many bytes of state a row takes, once as many rows go as come. */
class StateSizeTest {
  private static final long RETENTION = 100_000;
  private static final int KEY_BYTES = 3;
  private static final int ROW_BYTES = 89;
  private static final int SHARD = 7;

  private final JoinTally tally = new JoinTally();
  private final Random random = new Random(4);
  private final JoinInterval interval =
      JoinInterval.between(Duration.millis(-RETENTION), Duration.millis(RETENTION));
  private final JoinEngine engine = new JoinEngine(interval, EngineJoin.LAST_TIME);
  private final ShardTimer timer = new ShardTimer(JoinType.INNER, engine, EngineJoin.LAST_TIME);
  private final EngineJoin shell = new EngineJoin(interval, EngineJoin.Firing.AT_ONCE, false);
  private ShardTimer.Setting setting = ShardTimer.Setting.NONE;

  /** A shard of the benchmark's workloads: rows of 92 bytes, encoded, with their key. */
  @ParameterizedTest
  @CsvSource({"100, 500", "100, 50", "100000, 50", "1, 50"})
  void rowInState_takesAQuarterMoreThanItsBytesAtMost(int keys, int millisBetweenRows)
      throws CoderException {
    double bytesPerRow = 0;
    int samples = 0;
    long sample = RETENTION / 20;
    for (long time = 0; time < 10 * RETENTION; time += millisBetweenRows) {
      arrive(time, random.nextInt(keys));
      if (time % 1_000 == 0) {
        expire(time);
      }
      if (time >= 5 * RETENTION && time % sample == 0) {
        bytesPerRow += (double) bytes() / rows();
        samples++;
      }
    }
    assertThat(bytesPerRow / samples)
        .as("bytes of state for a row")
        .isBetween((double) KEY_BYTES + ROW_BYTES, 1.25 * (KEY_BYTES + ROW_BYTES));
  }

  private void arrive(long time, int key) {
    byte[] keyBytes = {(byte) (key >> 16), (byte) (key >> 8), (byte) key};
    JoinSide side = random.nextBoolean() ? JoinSide.LEFT : JoinSide.RIGHT;
    JoinTree tree = shell.open();
    engine.arrive(
        tree,
        EngineJoin.arrival(side, time, RowBody.of(keyBytes, new byte[ROW_BYTES])),
        Long.MIN_VALUE / 4,
        tally,
        new Nothing());
    shell.close(tree);
    setting = timer.with(setting, SHARD, side, time);
  }

  /** As the step does when its timer fires. */
  private void expire(long watermark) {
    if (setting.fires() >= watermark) {
      return;
    }
    JoinTree tree = shell.open();
    engine.expire(
        tree,
        watermark,
        timer.isDue(SHARD, JoinSide.LEFT, tree.minTime(JoinSide.LEFT), watermark),
        timer.isDue(SHARD, JoinSide.RIGHT, tree.minTime(JoinSide.RIGHT), watermark),
        tally,
        new Nothing());
    shell.close(tree);
    setting = timer.of(SHARD, tree.minTime(JoinSide.LEFT), tree.minTime(JoinSide.RIGHT));
  }

  private long rows() {
    return tally.rowsStored[0] + tally.rowsStored[1] - tally.rowsExpired[0] - tally.rowsExpired[1];
  }

  /** All that the shard has in state, with the ids under which nodes are kept. */
  private long bytes() throws CoderException {
    long bytes = CoderUtils.encodeToByteArray(new TreeHeadCoder(), shell.head()).length;
    for (TreeNode node : shell.nodes.values()) {
      bytes += Long.BYTES + CoderUtils.encodeToByteArray(new TreeNodeCoder(), node).length;
    }
    return bytes;
  }

  /** Only what is kept counts here. */
  private static final class Nothing implements JoinEngine.Output {
    @Override
    public void pair(Arrival row, long partnerTime, byte[] bytes, int start, int end) {}

    @Override
    public void late(Arrival row, long watermark) {
      throw new AssertionError("No row is late here.");
    }

    @Override
    public boolean emitsUnmatched(JoinSide side) {
      return false;
    }

    @Override
    public void unmatched(JoinSide side, long time, byte[] bytes, int start, int end) {
      throw new AssertionError("Nothing unmatched is emitted here.");
    }
  }
}
