package dev.mortise.conformance;

import dev.mortise.conformance.WindowScenario.Asked;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of windows and emit modes, as the tests of all runners have shown it. */
public final class WindowTable {
  private final Path runners;

  /**
   * The table of what the tests of the modules in a folder have shown.
   *
   * @param runners the folder of the modules {@code direct}, {@code flink} and {@code spark}
   */
  public WindowTable(Path runners) {
    this.runners = runners;
  }

  static void proven(Mode mode, Asked window, boolean late) {
    try {
      Files.createDirectories(Capabilities.RESULTS);
      Files.writeString(Capabilities.RESULTS.resolve(file(mode, window, late)), "proven\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void disproven(Mode mode, Asked window, boolean late) {
    try {
      Files.deleteIfExists(Capabilities.RESULTS.resolve(file(mode, window, late)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String file(Mode mode, Asked window, boolean late) {
    return String.join(
        ".",
        mode.name().toLowerCase(Locale.ROOT),
        "window",
        window.kind(),
        window.mode(),
        late ? "late" : "on_time");
  }

  private boolean isProven(Mode mode, Asked window, boolean late) {
    return Files.exists(
        runners
            .resolve(mode.runner().toLowerCase(Locale.ROOT))
            .resolve(Capabilities.RESULTS)
            .resolve(file(mode, window, late)));
  }

  /** What no test has shown, for people; empty if all has been. */
  public List<String> notShown() {
    List<String> missing = new ArrayList<>();
    for (boolean late : new boolean[] {false, true}) {
      for (Asked window : WindowScenario.read(late).windows()) {
        for (Mode mode : Mode.values()) {
          if ((!late || mode.isStreaming()) && !isProven(mode, window, late)) {
            missing.add(
                String.format(
                    "%s, %s windows, emit: %s%s: no test that passed has shown it.",
                    mode, window.kind(), window.mode(), late ? ", with late rows" : ""));
          }
        }
      }
    }
    return missing;
  }

  /** The table in Markdown. */
  public String markdown() {
    StringBuilder table = new StringBuilder("| window | emit | rows");
    for (Mode mode : Mode.values()) {
      table.append(" | ").append(mode);
    }
    table.append(" |\n|---|---|---").append("|---".repeat(Mode.values().length)).append("|\n");
    WindowScenario onTime = WindowScenario.read(false);
    WindowScenario withLate = WindowScenario.read(true);
    for (int i = 0; i < onTime.windows().size(); i++) {
      row(onTime.windows().get(i), false, table);
      row(withLate.windows().get(i), true, table);
    }
    return table.toString();
  }

  private void row(Asked window, boolean late, StringBuilder table) {
    table.append(
        String.format(
            "| %s | `%s` | %s", window.kind(), window.mode(), late ? "late, too late" : "on time"));
    for (Mode mode : Mode.values()) {
      boolean none = late && !mode.isStreaming();
      table
          .append(" | ")
          .append(none ? "none is" : isProven(mode, window, late) ? "yes" : "not shown");
    }
    table.append(" |\n");
  }
}
