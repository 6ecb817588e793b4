package dev.mortise.runner.spark.cluster;

import dev.mortise.conformance.BrokenLine;
import dev.mortise.conformance.Event;
import dev.mortise.conformance.JoinSetting;
import dev.mortise.conformance.Mark;
import dev.mortise.conformance.StreamRow;
import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Long scripts in which rows match, expire and come too late all the way. */
final class Scripts {
  static final JoinSetting JOIN = JoinSetting.of(JoinType.FULL, -100, 200);

  private static final long START = 1_767_600_000_000L;
  private static final int STEP = 100;
  private static final int KEYS = 200;

  private Scripts() {}

  /**
   * So many steps of both inputs' watermark, and rows in front of each, some of which can't be
   * read.
   */
  static List<Event> random(long seed, int steps, int rowsPerStep) {
    Random random = new Random(seed);
    List<Event> events = new ArrayList<>();
    lateMatches(events);
    int id = events.size();
    for (int step = 0; step < steps; step++) {
      long watermark = START + (long) step * STEP;
      for (int row = 0; row < rowsPerStep; row++) {
        boolean late = random.nextInt(10) == 0;
        long time = watermark + (late ? -random.nextInt(6 * STEP) : random.nextInt(4 * STEP));
        String key = random.nextInt(50) == 0 ? null : "k" + random.nextInt(KEYS);
        if (random.nextInt(100) == 0) {
          events.add(new BrokenLine(JoinSide.LEFT, id++));
        }
        events.add(
            new StreamRow(
                random.nextBoolean() ? JoinSide.LEFT : JoinSide.RIGHT, id++, key, 1L, time));
      }
      events.add(new Mark(JoinSide.LEFT, watermark + STEP));
      events.add(new Mark(JoinSide.RIGHT, watermark + STEP - random.nextInt(STEP)));
    }
    return events;
  }

  /**
   * A late row of each side whose partner still waits. Among the random rows they are rare, and a
   * counter is served once it has counted.
   */
  private static void lateMatches(List<Event> events) {
    long early = START - 10_000;
    long watermark = early + JOIN.upper() + 50;
    events.add(new StreamRow(JoinSide.RIGHT, 0, "late-left", 1L, early + JOIN.upper()));
    events.add(new StreamRow(JoinSide.LEFT, 1, "late-right", 1L, early - JOIN.lower()));
    events.add(new Mark(JoinSide.LEFT, watermark));
    events.add(new Mark(JoinSide.RIGHT, watermark));
    events.add(new StreamRow(JoinSide.LEFT, 4, "late-left", 1L, early));
    events.add(new StreamRow(JoinSide.RIGHT, 5, "late-right", 1L, early));
  }
}
