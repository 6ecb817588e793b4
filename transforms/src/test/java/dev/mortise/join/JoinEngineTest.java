package dev.mortise.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JoinEngineTest {

  private static JoinInterval interval(long lower, long upper) {
    return JoinInterval.between(Duration.millis(lower), Duration.millis(upper));
  }

  private static Outcome join(Timeline timeline, JoinInterval interval) {
    return EngineJoin.run(timeline, interval, EngineJoin.Firing.AT_ONCE, false);
  }

  @Test
  void emitsPairOnce_whicheverSideComesFirst() {
    assertThat(join(new Timeline().left("k", 10).right("k", 12), interval(0, 5)).matched())
        .containsExactly("0-1");
    assertThat(join(new Timeline().right("k", 12).left("k", 10), interval(0, 5)).matched())
        .containsExactly("1-0");
  }

  @Test
  void bothEndsOfTheBoundAreInclusive_andOneMillisecondBeyondIsNot() {
    Timeline timeline = new Timeline().left("k", 100).right("k", 94, 95, 96, 109, 110, 111);
    assertThat(join(timeline, interval(-5, 10)).matched())
        .containsExactly("0-2", "0-3", "0-4", "0-5");
    assertThat(join(timeline, interval(-5, 10).exclusiveLower()).matched())
        .containsExactly("0-3", "0-4", "0-5");
    assertThat(join(timeline, interval(-5, 10).exclusiveUpper()).matched())
        .containsExactly("0-2", "0-3", "0-4");
  }

  @Test
  void zeroWidthBound_matchesThatDistanceOnly() {
    Timeline timeline = new Timeline().left("k", 10).right("k", 12, 13, 14);
    assertThat(join(timeline, interval(3, 3)).matched()).containsExactly("0-2");
  }

  @Test
  void rowsOfOneKeyAndTime_allPair() {
    Timeline timeline = new Timeline().left("k", 5, 5).right("k", 5, 5, 5);
    assertThat(join(timeline, interval(0, 0)).matched())
        .containsExactly("0-2", "0-3", "0-4", "1-2", "1-3", "1-4");
  }

  @Test
  void rowWaits_whileTheWatermarkIsAtItsExpiry_andGoesOneMillisecondLater() {
    Timeline at = new Timeline().left("k", 10).watermark(15).right("k", 15);
    Timeline past = new Timeline().left("k", 10).watermark(16).right("k", 15);
    assertThat(join(at, interval(0, 5)).matched()).containsExactly("0-1");
    Outcome late = join(past, interval(0, 5));
    assertThat(late.matched()).isEmpty();
    assertThat(late.unmatchedLeft()).containsExactly(0);
    assertThat(late.lateRight()).containsExactly(1);
  }

  @Test
  void lateRowWithPartner_isAPair_andIsNotKept() {
    Timeline timeline =
        new Timeline().left("k", 10).watermark(14).right("k", 12).left("k", 12).watermark(99);
    Outcome outcome = join(timeline, interval(0, 5));
    assertThat(outcome.matched()).containsExactly("0-1");
    assertThat(outcome.lateRight()).isEmpty();
    assertThat(outcome.unmatchedLeft()).containsExactly(2);
  }

  @Test
  void divert_sendsEveryRowBehindTheWatermarkAway() {
    Timeline timeline = new Timeline().left("k", 10).watermark(14).right("k", 12, 14);
    Outcome outcome = join(timeline, interval(0, 5).withLateRows(LateRows.DIVERT));
    assertThat(outcome.matched()).containsExactly("0-2");
    assertThat(outcome.lateRight()).containsExactly(1);
  }

  @Test
  void allowedLateness_keepsRowsOfBothSidesLonger() {
    Timeline timeline = new Timeline().left("k", 10).watermark(18).right("k", 12);
    assertThat(join(timeline, interval(0, 5)).matched()).isEmpty();
    assertThat(join(timeline, interval(0, 5).withAllowedLateness(Duration.millis(3))).matched())
        .containsExactly("0-1");
  }

  @Test
  void timesBefore1970_andAcrossIt_match() {
    Timeline timeline = new Timeline().left("k", -1_000, -1).right("k", -999, 0);
    assertThat(join(timeline, interval(1, 1)).matched()).containsExactly("0-2", "1-3");
  }

  @Test
  void keysDoNotMix_evenInOneSlot() {
    JoinTree tree = new EngineJoin(interval(0, 5), EngineJoin.Firing.AT_ONCE, false).open();
    List<Integer> found = new ArrayList<>();
    tree.insert(7, false, EngineJoin.arrival(JoinSide.RIGHT, 10, EngineJoin.body("other", 1)));
    tree.insert(7, false, EngineJoin.arrival(JoinSide.RIGHT, 10, EngineJoin.body("own", 2)));
    byte[] own = EngineJoin.body("own", 3);
    tree.probe(
        7,
        JoinSide.RIGHT,
        10,
        10,
        new JoinTree.Probe() {
          @Override
          public boolean hasKey(byte[] bytes, int start) {
            return true;
          }

          @Override
          public boolean visit(long time, boolean matched, byte[] bytes, int start, int end) {
            found.add(RowBody.sameKey(own, 0, bytes, start) ? 1 : 0);
            return false;
          }
        });
    assertThat(found).containsExactly(0, 1);
  }

  @Test
  void everySmallTimeline_agreesWithTheOracle() {
    // Three rows, each of either side at a time from 0 to 3, a watermark of 1 to 4 behind any of
    // them or none, all bounds within two, both treatments of late rows, with and without lateness.
    long checked = 0;
    for (long lower = -2; lower <= 2; lower++) {
      for (long upper = lower; upper <= 2; upper++) {
        for (int variant = 0; variant < 4; variant++) {
          JoinInterval interval =
              interval(lower, upper)
                  .withLateRows((variant & 1) == 0 ? LateRows.JOIN : LateRows.DIVERT)
                  .withAllowedLateness(Duration.millis(variant >> 1));
          for (int code = 0; code < 8 * 8 * 8 * 16; code++) {
            Timeline timeline = smallTimeline(code);
            assertAgrees(timeline, interval, EngineJoin.Firing.AT_ONCE, false);
            checked++;
          }
        }
      }
    }
    assertThat(checked).isEqualTo(15 * 4 * 8192);
  }

  private static Timeline smallTimeline(int code) {
    Timeline timeline = new Timeline();
    int markAfter = (code >> 9) & 3;
    long mark = (code >> 11) & 3;
    for (int i = 0; i < 3; i++) {
      int row = (code >> (3 * i)) & 7;
      timeline.row((row & 1) == 0 ? JoinSide.LEFT : JoinSide.RIGHT, "k", row >> 1);
      if (i == markAfter) {
        timeline.watermark(mark + 1);
      }
    }
    return timeline;
  }

  @ParameterizedTest
  @EnumSource(EngineJoin.Firing.class)
  void randomTimelines_agreeWithTheOracle_andWhenMirrored(EngineJoin.Firing firing) {
    Random seeds = new Random(20260105);
    for (int i = 0; i < 6_000; i++) {
      long seed = seeds.nextLong();
      Random random = new Random(seed);
      JoinInterval interval = RandomTimelines.interval(random);
      Timeline timeline = RandomTimelines.timeline(random);
      String where = "seed " + seed;
      Outcome expected = NestedLoopJoin.run(timeline, interval);
      assertThat(EngineJoin.run(timeline, interval, firing, i % 4 == 0))
          .as("%s, %s, %s", where, interval, timeline)
          .isEqualTo(expected);
      assertThat(EngineJoin.run(timeline.mirrored(), interval.mirrored(), firing, false))
          .as("mirrored, %s", where)
          .isEqualTo(expected.mirrored());
    }
  }

  @Test
  void treesOfThreeLevels_keepWhatEachRowChanges() {
    for (long seed = 1; seed <= 3; seed++) {
      Random random = new Random(seed);
      Timeline timeline = new Timeline();
      for (int i = 0; i < 7_000; i++) {
        timeline.row(
            random.nextInt(8) == 0 ? JoinSide.LEFT : JoinSide.RIGHT,
            "k" + random.nextInt(400),
            random.nextInt(100_000));
      }
      JoinInterval interval = interval(-50, 200);
      assertThat(EngineJoin.run(timeline, interval, EngineJoin.Firing.AT_THE_END, false))
          .as("seed %d", seed)
          .isEqualTo(NestedLoopJoin.run(timeline, interval));
    }
  }

  @Test
  void orderOfArrivalDoesNotMatter_beforeTheWatermarkMoves() {
    for (long seed = 1; seed <= 500; seed++) {
      Random random = new Random(seed);
      JoinInterval interval = RandomTimelines.interval(random);
      List<Timeline.Row> rows = RandomTimelines.rows(random, 40);
      Timeline inOrder = new Timeline();
      rows.forEach(inOrder::row);
      Collections.shuffle(rows, random);
      Timeline shuffled = new Timeline();
      rows.forEach(shuffled::row);
      assertThat(join(shuffled, interval)).as("seed %d", seed).isEqualTo(join(inOrder, interval));
    }
  }

  private static void assertAgrees(
      Timeline timeline, JoinInterval interval, EngineJoin.Firing firing, boolean coders) {
    Outcome expected = NestedLoopJoin.run(timeline, interval);
    Outcome actual = EngineJoin.run(timeline, interval, firing, coders);
    if (!actual.equals(expected)) {
      assertThat(actual).as("%s, %s", interval, timeline).isEqualTo(expected);
    }
  }
}
