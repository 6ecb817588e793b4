package dev.mortise.runner.spark.peer;

import dev.mortise.conformance.Event;
import dev.mortise.conformance.JoinSetting;
import dev.mortise.conformance.Mark;
import dev.mortise.conformance.StreamRow;
import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of which Spark's own join and ours make something different, each in a situation of its own
 * and with keys of its own.
 */
final class Differences {
  /**
   * A row of the table.
   *
   * @param situation what happens
   * @param ours what becomes of its rows here
   * @param sparks what Spark makes of them
   * @param why the reason for it
   */
  record Difference(String situation, List<String> ours, List<String> sparks, String why) {}

  static final JoinSetting JOIN = JoinSetting.of(JoinType.FULL, 0, 600);

  /** What arrives before the watermark moves to 1000. */
  static final List<StreamRow> FIRST =
      List.of(
          left(0, "pair", 900),
          right(1, "pair", 950),
          left(2, "late-finds", 500),
          left(3, null, 900),
          right(16, null, 900),
          left(4, "clock", 1_000),
          right(5, "clock2", 1_000),
          left(6, "at", 1_000));

  /** What arrives next: Spark does not know yet that the watermark has moved. */
  static final List<StreamRow> SECOND =
      List.of(left(14, "middle", 1_000), right(15, "late-soon", 900));

  /** What arrives last, before it moves to 2000. */
  static final List<StreamRow> THIRD =
      List.of(
          right(7, "late-finds", 900),
          right(8, "late-alone", 900),
          left(9, "behind", 700),
          right(10, "behind", 1_200),
          right(11, "at", 1_000),
          left(12, "clock", 2_000),
          right(13, "clock2", 2_000));

  static final List<Difference> ALL =
      List.of(
          new Difference(
              "a late row whose partner still waits",
              List.of("pair 2-7"),
              List.of("unmatched left 2"),
              "Spark drops every row behind the watermark, and its partner stays alone"),
          new Difference(
              "a late row without a partner",
              List.of("late right 8"),
              List.of(),
              "Spark drops it silently; only its metrics tell"),
          new Difference(
              "a late row in the batch after the one that moved the watermark",
              List.of("late right 15"),
              List.of("unmatched right 15"),
              "Spark looks for late rows with the watermark of the batch before"),
          new Difference(
              "a row behind the watermark that has not expired",
              List.of("pair 9-10"),
              List.of("unmatched right 10"),
              "here a row is late behind its expiry, in Spark behind the watermark"),
          new Difference(
              "a row exactly at the watermark",
              List.of("pair 6-11"),
              List.of("unmatched left 6"),
              "Spark takes it for late; in Beam the watermark says that earlier ones are"),
          new Difference(
              "rows without a key on both sides, in a full outer join",
              List.of("null key left 3", "null key right 16"),
              List.of("pair 3-16"),
              "in its full outer join, and in no other, Spark 3.5 takes null for equal to null"),
          new Difference(
              "rows that wait when the input ends",
              List.of("unmatched left 12", "unmatched right 13"),
              List.of(),
              "Spark's watermark stops at the last row, and what waits behind it never comes out"));

  private Differences() {}

  private static StreamRow left(int id, @Nullable String key, long time) {
    return new StreamRow(JoinSide.LEFT, id, key, 1L, time);
  }

  private static StreamRow right(int id, @Nullable String key, long time) {
    return new StreamRow(JoinSide.RIGHT, id, key, 1L, time);
  }

  /** Our script: marks where Spark's watermark would move. */
  static List<Event> script() {
    List<Event> events = new ArrayList<>(FIRST);
    mark(1_000, events);
    events.addAll(SECOND);
    events.addAll(THIRD);
    mark(2_000, events);
    return events;
  }

  private static void mark(long time, List<Event> events) {
    events.add(new Mark(JoinSide.LEFT, time));
    events.add(new Mark(JoinSide.RIGHT, time));
  }

  static List<StreamRow> of(JoinSide side, List<StreamRow> rows) {
    return rows.stream().filter(row -> row.side() == side).toList();
  }

  /** For people. */
  static String table() {
    StringBuilder table =
        new StringBuilder("| situation | Mortise | Spark's own join | why |\n|---|---|---|---|\n");
    for (Difference difference : ALL) {
      table.append(
          String.format(
              "| %s | %s | %s | %s |%n",
              difference.situation(),
              words(difference.ours()),
              words(difference.sparks()),
              difference.why()));
    }
    return table.toString();
  }

  private static String words(List<String> ends) {
    return ends.isEmpty() ? "nothing" : String.join(", ", ends);
  }
}
