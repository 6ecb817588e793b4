package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.Emission.Mode;
import dev.mortise.pipeline.spec.WindowShape.Kind;
import java.util.List;
import java.util.Locale;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads which windows there are, and when they are emitted. */
final class WindowShapeReader {
  static final String FIX =
      "Write {fixed: 5m}, {sliding: 10m, every: 5m} or {session: 30m}, in event time.";

  private static final FieldNames SHAPE =
      FieldNames.of("fixed", "sliding", "every", "session", "offset");
  private static final FieldNames UPDATES = FieldNames.of("updates", "early_and_final");
  private static final String EMIT_FIX =
      "Write final, {updates: 30s} or {early_and_final: 30s}, in processing time.";

  /** Each row is counted in each of its windows. */
  private static final long MOST_WINDOWS_OF_A_ROW = 10_000;

  private WindowShapeReader() {}

  static @Nullable WindowShape read(SpecNode node) {
    if (!node.isMap()) {
      node.problem("must say how long windows are, but is " + node.kind() + ". " + FIX);
      return null;
    }
    Fields fields = node.fields(SHAPE);
    if (fields == null) {
      return null;
    }
    List<String> kinds =
        List.of("fixed", "sliding", "session").stream().filter(fields::has).toList();
    if (kinds.size() != 1) {
      if (!fields.hasMisspelt()) {
        node.problem(
            (kinds.isEmpty() ? "has no kind of window. " : "has two kinds of windows. ") + FIX);
      }
      return null;
    }
    Kind kind = Kind.valueOf(kinds.get(0).toUpperCase(Locale.ROOT));
    Duration size = longer(fields, kinds.get(0), "5m");
    Duration every = kind == Kind.SLIDING ? every(fields, size) : size;
    if (kind != Kind.SLIDING && fields.get("every") != null) {
      problem(fields, "every", "belongs to sliding windows only. Remove it.");
    }
    Duration offset = offset(fields, kind, every);
    return size == null || every == null || offset == null
        ? null
        : new WindowShape(kind, size, every, offset);
  }

  private static @Nullable Duration every(Fields fields, @Nullable Duration size) {
    SpecNode node = fields.require("every", "Write how far apart windows begin, such as 5m.");
    Duration every = node == null ? null : longer(fields, "every", "5m");
    if (node == null || every == null || size == null) {
      return every;
    }
    if (every.isLongerThan(size)) {
      node.problem(
          String.format(
              "must not be longer than the windows, or rows would fall between them, but every = %s"
                  + " and sliding = %s. Shorten it.",
              Durations.format(every), Durations.format(size)));
      return null;
    }
    long windows = (size.getMillis() + every.getMillis() - 1) / every.getMillis();
    if (windows > MOST_WINDOWS_OF_A_ROW) {
      node.problem(
          String.format(
              "puts each row into %,d windows, and at most %,d are sensible. Write a longer one.",
              windows, MOST_WINDOWS_OF_A_ROW));
      return null;
    }
    return every;
  }

  private static @Nullable Duration offset(Fields fields, Kind kind, @Nullable Duration every) {
    SpecNode node = fields.get("offset");
    if (node == null) {
      return Duration.ZERO;
    }
    if (kind == Kind.SESSION) {
      node.problem("sessions begin with their first row and have no offset. Remove it.");
      return null;
    }
    Duration offset =
        Values.lengthOfTime(node, "1m", "Write how far after the hour windows begin.");
    if (offset != null && every != null && !offset.isShorterThan(every)) {
      node.problem(
          String.format(
              "must be shorter than %s, after which windows repeat, but is %s. Write %s.",
              Durations.format(every),
              node.kind(),
              Durations.format(Duration.millis(offset.getMillis() % every.getMillis()))));
      return null;
    }
    return offset;
  }

  /** A duration of more than zero. */
  private static @Nullable Duration longer(Fields fields, String name, String example) {
    SpecNode node = fields.get(name);
    Duration duration =
        node == null
            ? null
            : Values.lengthOfTime(node, example, "Write one such as " + example + ".");
    if (duration != null && node != null && duration.getMillis() == 0) {
      node.problem("must be longer than nothing. Write one such as " + example + ".");
      return null;
    }
    return duration;
  }

  private static void problem(Fields fields, String name, String text) {
    SpecNode node = fields.get(name);
    if (node != null) {
      node.problem(text);
    }
  }

  static @Nullable Emission emission(SpecNode node) {
    if (!node.isMap()) {
      return plain(node);
    }
    Fields fields = node.fields(UPDATES);
    if (fields == null) {
      return null;
    }
    if (fields.has("updates") == fields.has("early_and_final")) {
      if (!fields.hasMisspelt()) {
        node.problem("must be one emit mode. " + EMIT_FIX);
      }
      return null;
    }
    String name = fields.has("updates") ? "updates" : "early_and_final";
    Duration every = longer(fields, name, "30s");
    Mode mode = fields.has("updates") ? Mode.UPDATES : Mode.EARLY_AND_FINAL;
    return every == null ? null : new Emission(mode, every);
  }

  private static @Nullable Emission plain(SpecNode node) {
    SpecNode.Text text = node.text(EMIT_FIX);
    if (text == null) {
      return null;
    }
    if (text.value().equals("updates") || text.value().equals("early_and_final")) {
      node.problem(
          text.quoted()
              + " needs a cadence in processing time. Write {"
              + text.typed()
              + ": 30s}.");
      return null;
    }
    if (!text.value().equals("final")) {
      List<String> modes = List.of("final", "updates", "early_and_final");
      node.problem(
          text.quoted()
              + " is not known here."
              + Names.didYouMean(text.typed(), modes)
              + " "
              + EMIT_FIX);
      return null;
    }
    return Emission.AT_THE_END;
  }
}
