package dev.mortise.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs of one kind in one mode, summed up.
 *
 * @param runs how many
 * @param failed how many of them failed
 * @param records what they read
 * @param millis what they took, by the clock
 */
record Tally(long runs, long failed, long records, long millis) {

  Tally plus(Tally other) {
    return new Tally(
        runs + other.runs, failed + other.failed, records + other.records, millis + other.millis);
  }

  /** Leaves the tallies of {@code mode}, by kind, for the report. */
  static void write(Mode mode, Map<String, Tally> tallies) {
    StringBuilder lines = new StringBuilder();
    tallies.forEach(
        (kind, tally) ->
            lines.append(
                String.join(
                    "\t",
                    kind,
                    Long.toString(tally.runs),
                    Long.toString(tally.failed),
                    Long.toString(tally.records),
                    tally.millis + "\n")));
    try {
      Files.createDirectories(Capabilities.RESULTS);
      Files.writeString(Capabilities.RESULTS.resolve(file(mode)), lines.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The tallies of {@code mode} that the tests of a module left; empty if there are none. */
  static Map<String, Tally> read(Path module, Mode mode) throws IOException {
    Path file = module.resolve(Capabilities.RESULTS).resolve(file(mode));
    Map<String, Tally> tallies = new LinkedHashMap<>();
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      String[] cells = line.split("\t", -1);
      tallies.put(
          cells[0],
          new Tally(
              Long.parseLong(cells[1]),
              Long.parseLong(cells[2]),
              Long.parseLong(cells[3]),
              Long.parseLong(cells[4])));
    }
    return tallies;
  }

  private static String file(Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT) + ".tsv";
  }
}
