package dev.mortise.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

class ShardTimerTest {
  private static final long LAST = EngineJoin.LAST_TIME;

  private static ShardTimer timer(JoinType type, long lower, long upper) {
    JoinInterval interval = JoinInterval.between(Duration.millis(lower), Duration.millis(upper));
    return new ShardTimer(type, new JoinEngine(interval, LAST), LAST);
  }

  @Test
  void emittingSide_firesAtTheExpiryOfItsEarliestRow_andHoldsAtItsTime() {
    ShardTimer timer = timer(JoinType.LEFT, 0, 1_600);
    assertThat(timer.of(3, 5_000, TreeNode.NONE)).isEqualTo(new ShardTimer.Setting(6_600, 5_000));
    assertThat(timer.isDue(3, JoinSide.LEFT, 5_000, 6_600)).isFalse();
    assertThat(timer.isDue(3, JoinSide.LEFT, 5_000, 6_601)).isTrue();
  }

  @Test
  void sideThatEmitsNothing_isSweptUpToASixteenthLater_andHoldsNothing() {
    ShardTimer timer = timer(JoinType.INNER, 0, 1_600);
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      int shard = random.nextInt(1_024);
      long time = random.nextLong(-10_000, 10_000);
      ShardTimer.Setting setting = timer.of(shard, time, TreeNode.NONE);
      assertThat(setting.fires() - (time + 1_600)).as("row at %d", time).isBetween(0L, 99L);
      assertThat(setting.hold()).isEqualTo(setting.fires());
      assertThat(timer.isDue(shard, JoinSide.LEFT, time, setting.fires())).isFalse();
      assertThat(timer.isDue(shard, JoinSide.LEFT, time, setting.fires() + 1)).isTrue();
    }
  }

  @Test
  void sideThatIsKeptForAMoment_isSweptAsOneOfAQuarterOfTheOthersTime() {
    ShardTimer timer = timer(JoinType.INNER, 0, 64_000);
    Random random = new Random(2);
    for (int i = 0; i < 10_000; i++) {
      int shard = random.nextInt(1_024);
      long time = random.nextLong(-100_000, 100_000);
      long fires = timer.of(shard, TreeNode.NONE, time).fires();
      assertThat(fires - time).as("right row at %d", time).isBetween(0L, 999L);
    }
    assertThat(timer(JoinType.RIGHT, 0, 64_000).of(5, TreeNode.NONE, 777).fires()).isEqualTo(777);
  }

  @Test
  void rowsThatExpireShortlyAfterEachOther_areSweptTogether() {
    ShardTimer timer = timer(JoinType.INNER, 0, 1_600);
    long different =
        LongStream.range(0, 1_000)
            .map(time -> timer.of(5, time, TreeNode.NONE).fires())
            .distinct()
            .count();
    assertThat(different).isBetween(10L, 11L);
  }

  @Test
  void oneTimerServesBothSides_andNeverHoldsBehindItsOwnTime() {
    ShardTimer timer = timer(JoinType.FULL, 0, 1_000);
    ShardTimer.Setting left = timer.with(ShardTimer.Setting.NONE, 0, JoinSide.LEFT, 9_000);
    assertThat(left).isEqualTo(new ShardTimer.Setting(10_000, 9_000));
    // A right row waits for nothing later than itself: it expires first, and lies behind it.
    assertThat(timer.with(left, 0, JoinSide.RIGHT, 9_500))
        .isEqualTo(new ShardTimer.Setting(9_500, 9_000));
    assertThat(timer.with(left, 0, JoinSide.RIGHT, 8_000))
        .isEqualTo(new ShardTimer.Setting(8_000, 8_000));
    assertThat(timer.with(left, 0, JoinSide.LEFT, 9_100)).isSameAs(left);
    assertThat(timer.of(0, TreeNode.NONE, TreeNode.NONE)).isEqualTo(ShardTimer.Setting.NONE);
  }

  @Test
  void nothingIsSetBehindTheEndOfTime() {
    ShardTimer timer = timer(JoinType.INNER, 0, Duration.standardDays(30_000).getMillis());
    assertThat(timer.of(9, LAST - 5, TreeNode.NONE)).isEqualTo(new ShardTimer.Setting(LAST, LAST));
    assertThat(timer.isDue(9, JoinSide.LEFT, LAST - 5, LAST + 1)).isTrue();
  }
}
