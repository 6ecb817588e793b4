package dev.mortise.pipeline.cli;

import dev.mortise.join.JoinInterval;
import dev.mortise.join.JoinSide;
import dev.mortise.join.LateRows;
import dev.mortise.pipeline.source.kafka.ClientSettings;
import dev.mortise.pipeline.spec.Delivery;
import dev.mortise.pipeline.spec.Durations;
import dev.mortise.pipeline.spec.InputSpec;
import dev.mortise.pipeline.spec.JoinSpec;
import dev.mortise.pipeline.spec.KafkaOutput;
import dev.mortise.pipeline.spec.NamedWindow;
import dev.mortise.pipeline.spec.OutputSpec;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.RowFormat;
import dev.mortise.pipeline.spec.SourceSpec;
import dev.mortise.pipeline.spec.SourceSpec.Replay;
import dev.mortise.pipeline.spec.WatermarkSpec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a spec is going to do, in words and numbers: the text that {@code check} prints. */
public final class PlanText {
  private static final int WIDTH = 100;
  private static final int FIELD_LINES = 2;
  private static final List<String> OUTPUTS =
      List.of(OutputSpec.MATCHED, OutputSpec.UNMATCHED, OutputSpec.LATE, OutputSpec.DEAD_LETTER);

  private final PipelineSpec spec;
  private final JoinSpec join;
  private final InputSpec left;
  private final InputSpec right;
  private final BoundText bound;
  private final StringBuilder out = new StringBuilder();

  private PlanText(PipelineSpec spec) {
    this.spec = spec;
    this.join = spec.join();
    this.left = spec.left();
    this.right = spec.right();
    this.bound = new BoundText(left, right, join.interval());
  }

  /** The plan, in lines that end in a line feed. */
  public static String of(PipelineSpec spec) {
    return new PlanText(spec).text();
  }

  private String text() {
    out.append("Plan of ").append(spec.name()).append(" (").append(spec.file().getFileName());
    out.append(")\n\nInputs\n");
    for (InputSpec input : List.of(left, right)) {
      describe(input);
    }
    describeJoin();
    describeWindows();
    out.append("\nOutputs\n");
    OUTPUTS.forEach(this::describeOutput);
    spec.windows().keySet().forEach(this::describeOutput);
    List<String> warnings = warnings();
    if (!warnings.isEmpty()) {
      out.append("\nWarnings\n");
      warnings.forEach(warning -> out.append("  - ").append(warning).append('\n'));
    }
    return out.toString();
  }

  private void describe(InputSpec input) {
    int column = Math.max(4, Math.max(left.name().length(), right.name().length()));
    line(input.name(), column, source(input));
    fields(input, WIDTH - column - 4).forEach(text -> line("", column, text));
    line("", column, "event time " + input.eventTime() + "; " + watermark(input));
  }

  private void line(String label, int column, String text) {
    out.append("  ").append(label).append(" ".repeat(column - label.length() + 2));
    out.append(text).append('\n');
  }

  private static String source(InputSpec input) {
    String format =
        switch (input.format()) {
          case JSON -> "JSON Lines";
          case CSV -> "CSV";
          case AVRO -> "Avro";
        };
    if (input.from() instanceof SourceSpec.Files files) {
      Replay replay = files.replay();
      String how = "read once, as a batch";
      if (replay != null) {
        how =
            replay.isMax()
                ? "replayed as a stream as fast as possible"
                : "replayed as a stream at " + plain(replay.speed()) + " times the recorded speed";
      }
      return "files " + files.written() + " (" + format + "), " + how;
    }
    if (input.from() instanceof SourceSpec.Kafka topics) {
      return TopicText.source(topics, input.format() == RowFormat.JSON ? "JSON" : format);
    }
    return "script " + input.from().written() + " (" + format + "), a stream in the script's order";
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  /** The fields in a few lines, cut where they are many. */
  private static List<String> fields(InputSpec input, int width) {
    List<String> names = input.schema().getFieldNames();
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      String field = names.get(i) + " " + input.typeOf(names.get(i));
      field += i + 1 < names.size() ? ", " : "; ";
      if (!line.isEmpty() && line.length() + field.length() > width) {
        lines.add(line.toString().stripTrailing());
        line.setLength(0);
        if (lines.size() == FIELD_LINES) {
          line.append("and ").append(names.size() - i).append(" more; ");
          break;
        }
      }
      line.append(field);
    }
    lines.add(line + (input.keepUnknownFields() ? "others are kept" : "others are ignored"));
    return lines;
  }

  private static String watermark(InputSpec input) {
    WatermarkSpec watermark = input.watermark();
    if (input.from() instanceof SourceSpec.Script) {
      return "watermark as the script moves it";
    }
    if (!input.isStreaming() || watermark == null) {
      return "watermark at the end of time once all is read";
    }
    if (input.from() instanceof SourceSpec.Kafka) {
      return TopicText.watermark(watermark);
    }
    return "watermark "
        + Durations.format(watermark.maxOutOfOrderness())
        + " behind the greatest seen";
  }

  private void describeJoin() {
    JoinInterval interval = join.interval();
    String emitted =
        switch (join.type()) {
          case INNER -> "pairs only";
          case LEFT -> "pairs, and " + left.name() + " without a partner";
          case RIGHT -> "pairs, and " + right.name() + " without a partner";
          case FULL -> "pairs, and rows of either side without a partner";
        };
    out.append("\nJoin\n");
    line("type", 7, join.type().name().toLowerCase(Locale.ROOT) + ": " + emitted);
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < join.leftKey().size(); i++) {
      pairs.add(
          left.name()
              + "."
              + join.leftKey().get(i)
              + " = "
              + right.name()
              + "."
              + join.rightKey().get(i));
    }
    line("key", 7, String.join(" and ", pairs));
    line("bound", 7, bound.inWords(JoinSide.LEFT));
    line("", 7, bound.inWords(JoinSide.RIGHT));
    line("", 7, bound.formula());
    line("kept", 7, bound.retentionInWords(JoinSide.LEFT));
    line("", 7, bound.retentionFormula(JoinSide.LEFT));
    line("", 7, bound.retentionInWords(JoinSide.RIGHT));
    line("", 7, bound.retentionFormula(JoinSide.RIGHT));
    line("late", 7, late(interval));
  }

  private String late(JoinInterval interval) {
    if (!left.isStreaming() && !right.isStreaming()) {
      return "no row can be late: both inputs are read as a batch";
    }
    return interval.lateRows() == LateRows.DIVERT
        ? "divert: a row behind the watermark goes to late and is never matched"
        : "join: an expired row still looks for a waiting partner, and goes to late if there is"
            + " none";
  }

  private void describeWindows() {
    if (spec.windows().isEmpty()) {
      return;
    }
    out.append("\nWindows\n");
    int column = longestName(7);
    for (NamedWindow window : spec.windows().values()) {
      String label = window.name();
      for (String text : WindowPlan.lines(window)) {
        line(label, column, text);
        label = "";
      }
    }
  }

  private int longestName(int atLeast) {
    return spec.windows().keySet().stream().mapToInt(String::length).reduce(atLeast, Math::max);
  }

  private void describeOutput(String name) {
    OutputSpec output = spec.outputs().get(name);
    String where = output == null ? "counted only" : where(output);
    line(name, longestName(11), where + note(name));
  }

  private static String where(OutputSpec output) {
    if (output instanceof KafkaOutput topic) {
      Delivery delivery = topic.delivery();
      return String.format(
          "topic %s at %s, %s",
          topic.topic(),
          topic.connection().bootstrapServers(),
          delivery == null
              ? "exactly once where the runner can, or else at least once"
              : delivery.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }
    return output.written() + "-*.jsonl";
  }

  private String note(String name) {
    if (!name.equals(OutputSpec.UNMATCHED)) {
      return "";
    }
    return switch (join.type()) {
      case INNER -> " (an inner join emits none)";
      case LEFT -> " (" + left.name() + ")";
      case RIGHT -> " (" + right.name() + ")";
      case FULL -> " (" + left.name() + " and " + right.name() + ")";
    };
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>(spec.warnings());
    warnings.addAll(ClientSettings.warnings(spec));
    List<String> unwritten =
        Stream.concat(OUTPUTS.stream(), spec.windows().keySet().stream())
            .filter(name -> !spec.outputs().containsKey(name))
            .filter(name -> !name.equals(OutputSpec.UNMATCHED) || emitsUnmatched())
            .toList();
    if (spec.outputs().isEmpty()) {
      warnings.add("No output is asked for: rows are counted and written nowhere.");
    } else if (!unwritten.isEmpty()) {
      warnings.add(
          "Counted but written nowhere: "
              + String.join(", ", unwritten)
              + ". To keep the rows, add them to outputs.");
    }
    if (!emitsUnmatched() && spec.outputs().containsKey(OutputSpec.UNMATCHED)) {
      warnings.add(
          "The unmatched output stays empty: an inner join only counts unmatched rows. For the"
              + " rows, set join.type to left, right or full.");
    }
    for (NamedWindow window : spec.windows().values()) {
      if (WindowPlan.staysEmpty(window, emitsUnmatched())) {
        warnings.add(
            String.format(
                "windows.%s stays empty: an inner join emits no unmatched rows. Set join.type to"
                    + " left, right or full.",
                window.name()));
      }
    }
    if (join.interval().lateRows() == LateRows.DIVERT
        && join.interval().allowedLateness().getMillis() > 0) {
      warnings.add(
          "join.allowed_lateness keeps rows longer, yet with late: divert no late row is matched:"
              + " it costs memory and changes nothing.");
    }
    if (left.isStreaming() != right.isStreaming()) {
      InputSpec batch = left.isStreaming() ? right : left;
      warnings.add(
          String.format(
              "%s is read as a batch beside a stream: nothing expires before all of it is read. To"
                  + " rehearse a stream, give its files a replay.",
              batch.name()));
    }
    for (InputSpec input : List.of(left, right)) {
      warnings.addAll(unusedWatermark(input));
    }
    return warnings;
  }

  private boolean emitsUnmatched() {
    return join.type().emitsUnmatched(JoinSide.LEFT) || join.type().emitsUnmatched(JoinSide.RIGHT);
  }

  private static List<String> unusedWatermark(InputSpec input) {
    @Nullable WatermarkSpec watermark = input.watermark();
    boolean replayed = input.from() instanceof SourceSpec.Files && input.isStreaming();
    if (watermark == null || input.from() instanceof SourceSpec.Kafka) {
      return List.of();
    }
    if (replayed) {
      return watermark.idleAfter() == null
          ? List.of()
          : List.of(
              String.format(
                  "inputs.%s.watermark.idle_after has no effect in this version: replayed files hold"
                      + " the other input back until they are at their end.",
                  input.name()));
    }
    return List.of(
        String.format(
            "inputs.%s.watermark has no effect%s: %s.",
            input.name(),
            watermark.maxFuture() == null ? "" : " but for max_future",
            input.from() instanceof SourceSpec.Script
                ? "a script moves the watermark itself"
                : "files are read as a batch unless from.replay is given"));
  }
}
