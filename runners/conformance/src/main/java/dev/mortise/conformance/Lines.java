package dev.mortise.conformance;

import dev.mortise.join.JoinSide;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The lines that an answer makes in the files of each output, as the contract has them. */
public final class Lines {
  /** The outputs that hold rows. */
  public static final List<String> OUTPUTS = List.of("matched", "unmatched", "late", "dead_letter");

  /**
   * A record as its source holds it.
   *
   * @param position such as {@code events.jsonl:17}
   * @param raw its text
   */
  public record Origin(String position, String raw) {}

  private final JoinSetting join;
  private final Answer answer;
  private final Function<BrokenLine, Origin> origin;

  /**
   * Lines of {@code answer}.
   *
   * @param origin where a broken record stands, and how
   */
  public Lines(JoinSetting join, Answer answer, Function<BrokenLine, Origin> origin) {
    this.join = join;
    this.answer = answer;
    this.origin = origin;
  }

  /** All lines of {@code output}, made anew at each call. */
  public Stream<String> of(String output) {
    return switch (output) {
      case "matched" -> answer.pairs().stream().map(this::matched);
      case "unmatched" ->
          Stream.concat(
                  answer.unmatched().stream().map(row -> Map.entry("no_match", row)),
                  answer.nullKeys().stream().map(row -> Map.entry("null_key", row)))
              .filter(row -> join.type().emitsUnmatched(row.getValue().side()))
              .map(row -> unmatched(row.getKey(), row.getValue()));
      case "late" -> answer.late().stream().map(this::late);
      case "dead_letter" -> answer.broken().stream().map(this::deadLetter);
      default -> throw new IllegalArgumentException("Lines.of: there is no output " + output);
    };
  }

  private String matched(Answer.Pair pair) {
    long left = pair.left().time();
    long right = pair.right().time();
    return "{\"key\":"
        + pair.left().key(join)
        + time("event_time", Math.max(left, right))
        + ",\"gap_ms\":"
        + (right - left)
        + ",\"left\":"
        + pair.left().output()
        + ",\"right\":"
        + pair.right().output()
        + "}";
  }

  private String unmatched(String reason, StreamRow row) {
    return head(row) + ",\"reason\":\"" + reason + "\",\"row\":" + row.output() + "}";
  }

  private String late(Answer.Late late) {
    StreamRow row = late.row();
    return head(row) + time("watermark", late.watermark()) + ",\"row\":" + row.output() + "}";
  }

  private String head(StreamRow row) {
    return side(row.side()) + ",\"key\":" + row.key(join) + time("event_time", row.time());
  }

  private static String side(JoinSide side) {
    String name = Answer.name(side);
    return "{\"side\":\"" + name + "\",\"input\":\"" + name + '"';
  }

  private static String time(String name, long millis) {
    return ",\"" + name + "\":\"" + StreamRow.isoTime(millis) + '"';
  }

  /** Without the error's text, which is for people: {@link OutputFiles} leaves it out as well. */
  private String deadLetter(BrokenLine line) {
    Origin from = origin.apply(line);
    return "{\"input\":\""
        + Answer.name(line.side())
        + "\",\"position\":\""
        + from.position()
        + "\",\"raw\":"
        + quoted(from.raw())
        + "}";
  }

  private static String quoted(String json) {
    return '"' + json.replace("\"", "\\\"") + '"';
  }
}
