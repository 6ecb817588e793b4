package dev.mortise.conformance;

import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;

/** Random scripts in which some rows are late. */
final class RandomScripts {
  private RandomScripts() {}

  /**
   * A script of about eight rows for each of {@code scenarios} keys, which all share its ten steps
   * of the watermark.
   */
  static Script of(long seed, int scenarios) {
    Random random = new Random(seed);
    long lower = random.nextInt(60) - 40L;
    long upper = lower + (random.nextInt(5) == 0 ? 0 : random.nextInt(50));
    JoinSetting join =
        new JoinSetting(
            JoinType.FULL,
            lower,
            upper,
            JoinSetting.Excluded.none,
            random.nextInt(3) == 0 ? random.nextInt(20) : 0,
            random.nextInt(4) == 0,
            List.of("k"));
    List<Event> events = new ArrayList<>();
    int id = 0;
    long watermark = -50;
    for (int step = 0; step < 10; step++) {
      // Times of one step are close to its watermark: ahead of it as a rule, behind it at times.
      for (int i = 0; i < scenarios * 8 / 10; i++) {
        long time = watermark + random.nextInt(70) - (random.nextInt(12) == 0 ? 60 : 0);
        JoinSide side = random.nextBoolean() ? JoinSide.LEFT : JoinSide.RIGHT;
        events.add(new StreamRow(side, id++, "k" + random.nextInt(scenarios), null, time));
      }
      watermark += random.nextInt(30);
      JoinSide side = random.nextBoolean() ? JoinSide.LEFT : JoinSide.RIGHT;
      events.add(new Mark(side, watermark));
      if (random.nextInt(4) != 0) {
        events.add(new Mark(side.other(), watermark + random.nextInt(3)));
      }
    }
    return new Script(
        "random scenarios of seed " + seed,
        join,
        events,
        ScriptOracle.answer(join, events),
        EnumSet.of(Feature.RANDOM_SCRIPTS, Feature.SCRIPT));
  }
}
