package dev.mortise.pipeline.cli;

import dev.mortise.join.JoinInterval;
import dev.mortise.join.JoinSide;
import dev.mortise.join.JoinType;
import dev.mortise.join.LateRows;
import dev.mortise.pipeline.spec.Durations;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.JoinSpec;
import dev.mortise.pipeline.spec.OutputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SchemaReader;
import dev.mortise.pipeline.spec.SourceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.beam.sdk.schemas.Schema;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a run of a spec would do, for people. */
final class Plan {
  private final PipelineSpec spec;
  private final JoinSpec join;
  private final InputSpec left;
  private final InputSpec right;
  private final List<String> lines = new ArrayList<>();

  private Plan(PipelineSpec spec) {
    this.spec = spec;
    this.join = spec.join();
    this.left = Objects.requireNonNull(spec.inputs().get(join.left()), join.left());
    this.right = Objects.requireNonNull(spec.inputs().get(join.right()), join.right());
  }

  /** The lines of the plan. */
  static List<String> lines(PipelineSpec spec) {
    Plan plan = new Plan(spec);
    plan.lines.add(spec.name());
    plan.inputs();
    plan.joining();
    plan.retention();
    plan.outputs();
    return plan.lines;
  }

  private void inputs() {
    section("inputs");
    input("left", left);
    input("right", right);
  }

  private void input(String side, InputSpec input) {
    lines.add(
        String.format(
            "  %-6s %s: %s, %s, event time %s%s",
            side,
            input.name(),
            source(input.from()),
            input.format().name().toLowerCase(Locale.ROOT),
            input.eventTime(),
            watermark(input)));
  }

  private static String source(SourceSpec source) {
    if (!(source instanceof SourceSpec.Files files)) {
      return "script " + source.written();
    }
    SourceSpec.Replay replay = files.replay();
    if (replay == null) {
      return "files " + files.written() + ", read once";
    }
    return "files "
        + files.written()
        + (replay.isMax()
            ? ", replayed as fast as possible"
            : String.format(Locale.ROOT, ", replayed at %.4gx", replay.speed()));
  }

  private static String watermark(InputSpec input) {
    boolean follows = input.from() instanceof SourceSpec.Files files && files.replay() != null;
    if (input.watermark() == null || !follows) {
      return "";
    }
    Duration idleAfter = input.watermark().idleAfter();
    return ", watermark "
        + Durations.format(input.watermark().maxOutOfOrderness())
        + " behind"
        + (idleAfter == null ? "" : ", idle after " + Durations.format(idleAfter));
  }

  private void joining() {
    JoinInterval interval = join.interval();
    section("join");
    for (int i = 0; i < join.leftKey().size(); i++) {
      String field = join.leftKey().get(i);
      Schema.FieldType type = left.schema().getField(field).getType().withNullable(false);
      lines.add(
          String.format(
              "  %-6s %s.%s = %s.%s (%s)",
              i == 0 ? "key" : "",
              left.name(),
              field,
              right.name(),
              join.rightKey().get(i),
              SchemaReader.nameOf(type)));
    }
    lines.add(
        String.format(
            "  bound  %s <= %s - %s <= %s",
            Durations.format(interval.lower()),
            time(right),
            time(left),
            Durations.format(interval.upper())));
    lines.add("  type   " + type());
    lines.add("  late   " + late());
  }

  private String type() {
    return switch (join.type()) {
      case INNER -> "inner: pairs; unmatched rows are only counted";
      case LEFT -> "left: pairs, and " + left.name() + " that never match";
      case RIGHT -> "right: pairs, and " + right.name() + " that never match";
      case FULL -> "full: pairs, and " + left.name() + " and " + right.name() + " that never match";
    };
  }

  private String late() {
    return join.interval().lateRows() == LateRows.JOIN
        ? "join: a row past its retention is not kept, but still matches rows that are"
        : "divert: a row behind the watermark goes to the late output and matches nothing";
  }

  private void retention() {
    section("retained");
    retained(JoinSide.LEFT, left, right);
    retained(JoinSide.RIGHT, right, left);
  }

  private void retained(JoinSide side, InputSpec own, InputSpec other) {
    JoinInterval interval = join.interval();
    Duration lateness = interval.allowedLateness();
    Duration reach = interval.retention(side).minus(lateness);
    lines.add(
        String.format(
            "  %-6s %s until the watermark is past %s%s: %s%s",
            side.name().toLowerCase(Locale.ROOT),
            own.name(),
            own.eventTime(),
            signed(interval.retention(side)),
            reason(reach, other),
            lateness.getMillis() == 0
                ? ""
                : ", and " + Durations.format(lateness) + " are allowed for lateness"));
  }

  private static String reason(Duration reach, InputSpec other) {
    if (reach.getMillis() == 0) {
      return "its last partner in " + other.name() + " is of the same time";
    }
    return String.format(
        "its last partner in %s lies %s %s it",
        other.name(),
        Durations.format(reach.getMillis() < 0 ? reach.negated() : reach),
        reach.getMillis() < 0 ? "before" : "after");
  }

  private static String signed(Duration duration) {
    if (duration.getMillis() == 0) {
      return "";
    }
    return duration.getMillis() < 0
        ? " - " + Durations.format(duration.negated())
        : " + " + Durations.format(duration);
  }

  private void outputs() {
    section("outputs");
    output(OutputSpec.MATCHED, null);
    output(
        OutputSpec.UNMATCHED,
        join.type() == JoinType.INNER ? "always empty: the join is inner" : null);
    output(OutputSpec.LATE, null);
    output(OutputSpec.DEAD_LETTER, null);
  }

  private void output(String name, @Nullable String remark) {
    OutputSpec output = spec.outputs().get(name);
    lines.add(
        String.format(
            "  %-12s %s%s",
            name,
            output == null ? "counted, not written" : output.written() + "-*.jsonl",
            output == null || remark == null ? "" : " (" + remark + ")"));
  }

  private static String time(InputSpec input) {
    return input.name() + "." + input.eventTime();
  }

  private void section(String title) {
    lines.add("");
    lines.add(title);
  }
}
