package dev.mortise.pipeline.dashboard;

import dev.mortise.join.JoinSide;
import dev.mortise.pipeline.source.WatermarkBoard.Standing;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.summary.Humanize;
import dev.mortise.pipeline.summary.InputSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Says in sentences what the numbers of a page show. */
final class Words {
  private static final int MINUTE = 60;
  private static final long MINUTE_MILLIS = 60_000;

  private final PipelineSpec spec;

  Words(PipelineSpec spec) {
    this.spec = spec;
  }

  /** What the run does, and what holds it back. */
  String of(History.View view, List<Standing> standings, long nowMillis) {
    if (view.isEmpty()) {
      return "The pipeline is starting.";
    }
    Sample last = view.last();
    if (last.totals().left().rowsRead() + last.totals().right().rowsRead() == 0) {
      return "The pipeline runs. No row has been read yet.";
    }
    String behind = behind(standings, nowMillis);
    return fates(view) + (behind.isEmpty() ? "" : " " + behind);
  }

  private String fates(History.View view) {
    String when =
        view.covered(MINUTE) >= MINUTE - 1 ? "In the last minute" : "Since the page started";
    OptionalDouble rate = Counts.matchRate(view, JoinSide.LEFT, MINUTE);
    List<String> parts = new ArrayList<>();
    parts.add(
        rate.isPresent()
            ? percent(rate.getAsDouble()) + " of " + spec.join().left() + " matched"
            : "no row of " + spec.join().left() + " has met its fate");
    count(parts, view.grown(Counts.ofBoth(InputSummary::late), MINUTE), "late");
    count(parts, view.grown(Counts.ofBoth(InputSummary::deadLetters), MINUTE), "unreadable");
    return when + " " + String.join(", ", parts) + ".";
  }

  private static void count(List<String> parts, long rows, String what) {
    if (rows > 0) {
      parts.add(Humanize.count(rows) + (rows == 1 ? " row was " : " rows were ") + what);
    }
  }

  private String behind(List<Standing> standings, long nowMillis) {
    InputWatermark left = InputWatermark.of(spec.join().left(), standings);
    InputWatermark right = InputWatermark.of(spec.join().right(), standings);
    Optional<Standing> a = left.behind();
    Optional<Standing> b = right.behind();
    if (a.isEmpty() || b.isEmpty()) {
      return "";
    }
    boolean leftIsBehind = !a.get().watermark().isAfter(b.get().watermark());
    InputWatermark input = leftIsBehind ? left : right;
    Standing slow = leftIsBehind ? a.get() : b.get();
    if (InputWatermark.isEnd(slow.watermark())) {
      return "Both inputs have ended.";
    }
    String who =
        slow.partition().isEmpty() ? slow.input() : slow.input() + " (" + slow.partition() + ")";
    return input
        .lag(nowMillis)
        .map(
            lag ->
                String.format(
                    "Results wait for %s, whose watermark is %s behind the clock.",
                    who, length(lag)))
        .orElse(String.format("Results wait for %s, which has not given a watermark yet.", who));
  }

  private static String length(long millis) {
    return millis < MINUTE_MILLIS
        ? String.format(Locale.ROOT, "%.1f s", millis / 1000.0)
        : Humanize.millis(millis / 1000 * 1000);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
