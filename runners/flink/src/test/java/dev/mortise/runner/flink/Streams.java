package dev.mortise.runner.flink;

import dev.mortise.conformance.Event;
import dev.mortise.conformance.JoinSetting;
import dev.mortise.conformance.Mark;
import dev.mortise.conformance.StreamRow;
import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random scripts with many watermarks and rows on both sides of them, so that some are late. */
final class Streams {
  static final JoinSetting JOIN = JoinSetting.of(JoinType.FULL, -3_000, 4_000);

  private static final long START = 1_767_600_000_000L;
  private static final int KEYS = 60;
  private static final int SPREAD_MILLIS = 12_000;
  private static final int BEHIND_MILLIS = 6_000;
  private static final int STEP_MILLIS = 1_000;

  private Streams() {}

  /** So many watermarks, and so many rows in front of each. */
  static List<Event> script(long seed, int marks, int rows) {
    Random random = new Random(seed);
    List<Event> events = new ArrayList<>();
    int id = 0;
    for (int mark = 0; mark < marks; mark++) {
      long watermark = START + (long) mark * STEP_MILLIS;
      for (int row = 0; row < rows; row++) {
        JoinSide side = random.nextBoolean() ? JoinSide.LEFT : JoinSide.RIGHT;
        long time = watermark + random.nextInt(SPREAD_MILLIS) - BEHIND_MILLIS;
        events.add(new StreamRow(side, id++, key(random), 0L, time));
      }
      events.add(new Mark(JoinSide.LEFT, watermark));
      events.add(new Mark(JoinSide.RIGHT, watermark));
    }
    return events;
  }

  private static @Nullable String key(Random random) {
    return random.nextInt(50) == 0 ? null : "k" + random.nextInt(KEYS);
  }
}
