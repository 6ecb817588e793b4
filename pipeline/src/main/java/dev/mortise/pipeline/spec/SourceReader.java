package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.SourceSpec.Replay;
import dev.mortise.pipeline.spec.SpecNode.Text;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads an input's {@code from}. */
final class SourceReader {
  private static final FieldNames FROM = FieldNames.of("files", "script", "kafka", "replay");
  private static final FieldNames REPLAY = FieldNames.of("speed");
  private static final Pattern SPEED = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)x");
  private static final double FASTEST = 1e9;
  private static final String HOW_TO_REPLAY = "Write max, or {speed: 60x}.";

  private final SpecPaths paths;

  SourceReader(SpecPaths paths) {
    this.paths = paths;
  }

  @Nullable SourceSpec read(SpecNode node) {
    if (!node.isMap()) {
      node.problem(
          "must say what is read, but is "
              + node.kind()
              + ". Write {files: \"orders/*.jsonl\"}, {kafka: {...}} or {script: events.jsonl}.");
      return null;
    }
    Fields from = node.fields(FROM);
    if (from == null) {
      return null;
    }
    SpecNode files = from.get("files");
    SpecNode script = from.get("script");
    SpecNode replay = from.get("replay");
    // Read also where it has no place, so that all of its errors show at once.
    Replay pace = replay == null ? null : replay(replay);
    SpecNode kafka = from.get("kafka");
    SourceSpec topics = kafka == null ? null : KafkaSourceReader.read(kafka);
    SpecNode second = files != null && script != null ? script : kafka;
    if (second != null && (files != null || script != null)) {
      second.problem(
          "an input has one source, and "
              + (files != null ? "files" : "script")
              + " is given too. Remove one of them.");
      return null;
    }
    if (replay != null && files == null && (script != null || kafka != null)) {
      replay.problem(
          script != null
              ? "only files can be replayed: a script has its own order and watermarks. Remove"
                  + " replay."
              : "only files can be replayed: a topic's rows come as they are written. Remove"
                  + " replay.");
    }
    if (script != null) {
      return script(script);
    }
    if (files != null) {
      return files(files, pace);
    }
    if (kafka == null) {
      node.problem("names no source. Write files, kafka or script.");
    }
    return topics;
  }

  private @Nullable SourceSpec files(SpecNode node, @Nullable Replay replay) {
    Text text = node.text("Write one path or pattern, such as \"orders/*.jsonl\".");
    String pattern = text == null ? null : paths.pattern(node, text);
    return text == null || pattern == null || !isReadable(node, text)
        ? null
        : new SourceSpec.Files(pattern, text.typed(), replay, node.line());
  }

  private @Nullable SourceSpec script(SpecNode node) {
    Text text = node.text("Write the path of one JSON Lines file, such as events.jsonl.");
    String path = text == null ? null : paths.path(node, text);
    return text == null || path == null || !isReadable(node, text)
        ? null
        : new SourceSpec.Script(path, text.typed(), node.line());
  }

  private static boolean isReadable(SpecNode node, Text text) {
    String complaint = Compression.problem(text.value());
    if (complaint != null) {
      node.problem(text.quoted() + ": " + complaint);
    }
    return complaint == null;
  }

  private static @Nullable Replay replay(SpecNode node) {
    if (node.isMap()) {
      Fields fields = node.fields(REPLAY);
      SpecNode speed = fields == null ? null : fields.require("speed", "Write 60x or alike.");
      return speed == null ? null : speed(speed);
    }
    Text text = node.text(HOW_TO_REPLAY);
    if (text == null) {
      return null;
    }
    if (!text.value().equals("max")) {
      node.problem(text.quoted() + " is not a pace to replay at. " + HOW_TO_REPLAY);
      return null;
    }
    return Replay.MAX;
  }

  private static @Nullable Replay speed(SpecNode node) {
    Text text = node.text("Write how many times faster than recorded, such as 60x.");
    if (text == null) {
      return null;
    }
    Matcher speed = SPEED.matcher(text.value());
    double times = speed.matches() ? Double.parseDouble(speed.group(1)) : 0;
    if (times <= 0 || times > FASTEST) {
      node.problem(
          text.quoted()
              + " is not a speed: event time runs a number of times faster than the clock. Write"
              + " 60x, 0.5x or, for as fast as possible, replay: max.");
      return null;
    }
    return new Replay(times);
  }
}
