package dev.mortise.conformance;

import dev.mortise.join.JoinSide;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;

/**
 * A folder with a spec and its inputs, ready to be run, and the positions of its broken records.
 *
 * @param spec the spec file; its outputs are in the folder {@code out} beside it
 * @param join the join of the spec
 * @param origin where a broken record stands, and how
 */
public record Job(Path spec, JoinSetting join, Function<BrokenLine, Lines.Origin> origin) {

  /** The last time that a script can name. */
  private static final long LAST = GlobalWindow.INSTANCE.maxTimestamp().getMillis();

  /** Through the script source: events in their order. */
  public static Job script(Path folder, JoinSetting join, List<? extends Event> events)
      throws IOException {
    Files.createDirectories(folder);
    Map<BrokenLine, Lines.Origin> origins = new HashMap<>();
    try (BufferedWriter script = Files.newBufferedWriter(folder.resolve("events.jsonl"))) {
      int line = 0;
      for (Event event : events) {
        script.append(scriptLine(event)).append('\n');
        line++;
        if (event instanceof BrokenLine broken) {
          origins.put(broken, new Lines.Origin("events.jsonl:" + line, scriptLine(event)));
        }
      }
    }
    return job(folder, join, "from: {script: events.jsonl}", origins);
  }

  private static String scriptLine(Event event) {
    if (event instanceof Mark mark) {
      return "{\"watermark\":{\""
          + Answer.name(mark.side())
          + "\":"
          + Math.min(mark.time(), LAST)
          + "}}";
    }
    boolean isRow = event instanceof StreamRow;
    JoinSide side = isRow ? ((StreamRow) event).side() : ((BrokenLine) event).side();
    String row = isRow ? ((StreamRow) event).input() : ((BrokenLine) event).json();
    return "{\"input\":\"" + Answer.name(side) + "\",\"row\":" + row + "}";
  }

  /**
   * Through the file source, in batch: the rows of each input in their order; marks are left out.
   */
  public static Job files(Path folder, JoinSetting join, List<? extends Event> events)
      throws IOException {
    return files(folder, join, events, "from: {files: %s.jsonl}");
  }

  /**
   * Files replayed as streams.
   *
   * @param delay how far the watermark stays behind the rows of an input, in milliseconds
   */
  public static Job replay(Path folder, JoinSetting join, List<? extends Event> events, long delay)
      throws IOException {
    return files(
        folder,
        join,
        events,
        "from: {files: %s.jsonl, replay: max}\n    watermark: {max_out_of_orderness: "
            + delay
            + "ms}");
  }

  private static Job files(
      Path folder, JoinSetting join, List<? extends Event> events, String source)
      throws IOException {
    Files.createDirectories(folder);
    Map<BrokenLine, Lines.Origin> origins = new HashMap<>();
    for (JoinSide side : JoinSide.values()) {
      String file = Answer.name(side) + ".jsonl";
      try (BufferedWriter lines = Files.newBufferedWriter(folder.resolve(file))) {
        int line = 0;
        for (Event event : events) {
          if (event instanceof StreamRow row && row.side() == side) {
            lines.append(row.input()).append('\n');
            line++;
          } else if (event instanceof BrokenLine broken && broken.side() == side) {
            lines.append(broken.json()).append('\n');
            line++;
            origins.put(broken, new Lines.Origin(file + ":" + line, broken.json()));
          }
        }
      }
    }
    return job(folder, join, source, origins);
  }

  private static Job job(
      Path folder, JoinSetting join, String source, Map<BrokenLine, Lines.Origin> origins)
      throws IOException {
    Path spec = Files.writeString(folder.resolve("spec.yaml"), Spec.of(join, source));
    return new Job(spec, join, broken -> Objects.requireNonNull(origins.get(broken)));
  }

  /** The lines that {@code answer} makes of this job. */
  public Lines lines(Answer answer) {
    return new Lines(join, answer, origin);
  }

  /** Where the outputs are. */
  public Path out() {
    return spec.resolveSibling("out");
  }
}
