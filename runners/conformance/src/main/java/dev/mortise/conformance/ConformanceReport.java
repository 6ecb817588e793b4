package dev.mortise.conformance;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;

/** What the last run of the suites did, for {@code docs/conformance.md}. */
public final class ConformanceReport {
  private static final long MEBI = 1L << 20;

  private ConformanceReport() {}

  /**
   * A table of runs by mode and kind, with date and machine.
   *
   * @param runners the folder of the modules {@code direct}, {@code flink} and {@code spark}
   */
  public static String markdown(Path runners) throws IOException {
    StringBuilder report = new StringBuilder();
    report.append(
        String.format(
            Locale.ROOT,
            "%s; %d processors, %s %s, Java %s, a test JVM of %d MiB.%n%n",
            LocalDate.now(ZoneOffset.UTC),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            System.getProperty("java.version"),
            Runtime.getRuntime().maxMemory() / MEBI));
    report.append("| mode | what | runs | failed | records | time |\n|---|---|---|---|---|---|\n");
    for (Mode mode : Mode.values()) {
      Path module = runners.resolve(mode.runner().toLowerCase(Locale.ROOT));
      for (Map.Entry<String, Tally> kind : Tally.read(module, mode).entrySet()) {
        Tally tally = kind.getValue();
        report.append(
            String.format(
                Locale.ROOT,
                "| %s | %s | %,d | %,d | %,d | %,d s |%n",
                mode,
                kind.getKey(),
                tally.runs(),
                tally.failed(),
                tally.records(),
                Math.round(tally.millis() / 1000.0)));
      }
    }
    return report.toString();
  }
}
