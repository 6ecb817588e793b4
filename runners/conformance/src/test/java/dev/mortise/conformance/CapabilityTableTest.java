package dev.mortise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapabilityTableTest {
  @TempDir Path runners;

  @Test
  void whatNoTestHasShownIsNeitherClaimedNorPassedOver() {
    CapabilityTable table = new CapabilityTable(runners);

    assertThat(table.markdown()).contains("not shown").doesNotContain("| yes ");
    assertThat(table.disagreements())
        .anyMatch(line -> line.startsWith("Direct batch, `files`: no test that passed has shown"));
  }

  @Test
  void tableAgrees_whenEverythingThatIsNoGapWasShown() throws IOException {
    showAllButGaps();

    CapabilityTable table = new CapabilityTable(runners);
    assertThat(table.disagreements()).isEmpty();
    assertThat(table.markdown()).contains("| `files` | yes ").doesNotContain("not shown");
  }

  @Test
  void aGapThatATestHasClosedIsNoGap() throws IOException {
    showAllButGaps();
    show(Mode.DIRECT_STREAMING, Feature.KILLED_WORKER);

    assertThat(new CapabilityTable(runners).disagreements())
        .singleElement()
        .asString()
        .contains("Take it out there");
  }

  private void showAllButGaps() throws IOException {
    for (Mode mode : Mode.values()) {
      for (Feature feature : Feature.values()) {
        if (Capabilities.gap(mode, feature).isEmpty()) {
          show(mode, feature);
        }
      }
    }
  }

  private void show(Mode mode, Feature feature) throws IOException {
    Path results =
        Files.createDirectories(
            runners.resolve(mode.runner().toLowerCase(Locale.ROOT)).resolve(Capabilities.RESULTS));
    Files.writeString(
        results.resolve((mode.name() + "." + feature.name()).toLowerCase(Locale.ROOT)), "proven");
  }
}
