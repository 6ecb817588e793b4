package dev.mortise.runner.flink.cluster;

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

/**
 * A random script that lasts, because it has many watermarks. Of every hundred rows about ten come
 * too late, some of which still find a partner; one has no key.
 */
final class ScriptScenario {
  static final JoinSetting JOIN = JoinSetting.of(JoinType.FULL, -5_000, 10_000);

  /**
   * Watermarks of a script that takes a while. Each costs a cluster some milliseconds, so there are
   * as many as a test needs that wants to start a client meanwhile, and more with {@code -P long}.
   */
  static final int MARKS = Integer.getInteger("mortise.test.marks", 0);

  private static final int ROWS = 10;
  private static final long START = 1_767_600_000_000L;
  private static final int KEYS = 200;
  private static final int STEP_MILLIS = 1_000;
  private static final int AHEAD_MILLIS = 10_000;
  private static final int BEHIND_MILLIS = 12_000;

  private final Random random;
  private final List<Event> events = new ArrayList<>();

  private ScriptScenario(long seed) {
    this.random = new Random(seed);
  }

  /** The events of a script that takes a while. */
  static List<Event> events(long seed) {
    return events(seed, MARKS, ROWS);
  }

  /** The events of a script that takes twice as long. */
  static List<Event> longEvents(long seed) {
    return events(seed, 2 * MARKS, ROWS);
  }

  /** The events of a script with so many watermarks, and as many rows between two of them. */
  static List<Event> events(long seed, int marks, int rowsBetween) {
    if (marks <= 0) {
      throw new IllegalStateException(
          "ScriptScenario: a script must have watermarks, but mortise.test.marks = "
              + marks
              + ". Run the test by Maven, with mvn verify.");
    }
    ScriptScenario scenario = new ScriptScenario(seed);
    int id = 0;
    for (int mark = 0; mark < marks; mark++) {
      long watermark = START + (long) mark * STEP_MILLIS;
      for (int row = 0; row < rowsBetween; row++) {
        scenario.addRow(id, watermark);
        id++;
      }
      for (JoinSide side : JoinSide.values()) {
        scenario.events.add(new Mark(side, watermark));
      }
    }
    return scenario.events;
  }

  private void addRow(int id, long watermark) {
    JoinSide side = random.nextBoolean() ? JoinSide.LEFT : JoinSide.RIGHT;
    int lead = random.nextInt(AHEAD_MILLIS + BEHIND_MILLIS) - BEHIND_MILLIS;
    events.add(new StreamRow(side, id, key(), (long) id % 7, watermark + lead));
  }

  private @Nullable String key() {
    return random.nextInt(100) == 0 ? null : "k" + random.nextInt(KEYS);
  }
}
