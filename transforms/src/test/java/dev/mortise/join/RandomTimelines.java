package dev.mortise.join;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.joda.time.Duration;

/** Random joins that hit the boundaries often: few keys, few distinct times, narrow bounds. */
final class RandomTimelines {
  private RandomTimelines() {}

  static JoinInterval interval(Random random) {
    long lower = random.nextInt(25) - 12L;
    long upper = lower + (random.nextInt(4) == 0 ? 0 : random.nextInt(15));
    JoinInterval interval =
        JoinInterval.between(Duration.millis(lower), Duration.millis(upper))
            .withLateRows(random.nextInt(3) == 0 ? LateRows.DIVERT : LateRows.JOIN);
    return random.nextInt(3) == 0
        ? interval.withAllowedLateness(Duration.millis(random.nextInt(10)))
        : interval;
  }

  /** Rows around a moving watermark: some ahead, some behind; sometimes only one side moves. */
  static Timeline timeline(Random random) {
    Timeline timeline = new Timeline();
    int keys = 1 + random.nextInt(3);
    int events = 5 + random.nextInt(random.nextInt(5) == 0 ? 600 : 60);
    long watermark = -20;
    for (int i = 0; i < events; i++) {
      switch (random.nextInt(6)) {
        case 0 -> {
          watermark += random.nextInt(8);
          if (random.nextInt(3) == 0) {
            timeline.watermark(side(random), watermark);
          } else {
            timeline.watermark(watermark);
          }
        }
        default ->
            timeline.row(
                side(random), "k" + random.nextInt(keys), watermark + random.nextInt(40) - 15);
      }
    }
    return timeline;
  }

  static List<Timeline.Row> rows(Random random, int count) {
    List<Timeline.Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(new Timeline.Row(side(random), "k" + random.nextInt(3), random.nextInt(60) - 20, i));
    }
    return rows;
  }

  private static JoinSide side(Random random) {
    return random.nextBoolean() ? JoinSide.LEFT : JoinSide.RIGHT;
  }
}
