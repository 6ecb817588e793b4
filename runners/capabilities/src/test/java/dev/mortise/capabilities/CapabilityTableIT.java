package dev.mortise.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.conformance.CapabilityTable;
import dev.mortise.conformance.ConformanceReport;
import dev.mortise.conformance.WindowTable;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs after the tests of all runners, and reads what they have left. */
class CapabilityTableIT {
  private static final Path RUNNERS = Path.of("..");
  private static final Path README = Path.of("../../README.md");
  private static final Path WINDOWS = Path.of("../../docs/windows.md");
  private static final Path REPORT = Path.of("../../docs/conformance.md");

  @Test
  void everyFeatureIsShownByATest_orIsAGapWithAReason() {
    assertThat(new CapabilityTable(RUNNERS).disagreements()).isEmpty();
  }

  @Test
  void readmeSaysWhatTheTestsHaveShown() throws IOException {
    Section section = new Section(README, "capability table");
    String table = new CapabilityTable(RUNNERS).markdown();
    if (Boolean.getBoolean("conformance.write")) {
      section.write(table);
    }
    assertThat(section.read())
        .as("The README's table. To write it anew: mvn verify -Dconformance.write=true")
        .isEqualTo(table);
  }

  @Test
  void everyWindowIsShownInEveryEmitMode() {
    assertThat(new WindowTable(RUNNERS).notShown()).isEmpty();
  }

  @Test
  void windowsPageSaysWhatTheTestsHaveShown() throws IOException {
    Section section = new Section(WINDOWS, "window table");
    String table = new WindowTable(RUNNERS).markdown();
    if (Boolean.getBoolean("conformance.write")) {
      section.write(table);
    }
    assertThat(section.read())
        .as("The table of docs/windows.md. To write it anew: mvn verify -Dconformance.write=true")
        .isEqualTo(table);
  }

  @Test
  @EnabledIfSystemProperty(
      named = "conformance.long",
      matches = "true",
      disabledReason = "The report is of the long suite: mvn -Plong verify")
  void reportOfTheLongSuiteIsWritten() throws IOException {
    Section section = new Section(REPORT, "last run");
    String report = ConformanceReport.markdown(RUNNERS);
    section.write(report);
    assertThat(section.read()).isEqualTo(report);
  }
}
