package dev.mortise.pipeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.pipeline.dashboard.RecentRows.Kind;
import dev.mortise.pipeline.graph.JoinGraph;
import dev.mortise.pipeline.spec.PipelineSpec;
import dev.mortise.pipeline.spec.SpecReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeepRowsTest {
  @TempDir Path directory;

  @Test
  void seesEveryPairAndKeepsTheLastRows() throws Exception {
    Path scenario = Path.of("../testdata/orders-payments");
    String whole = Files.readString(scenario.resolve("spec.yaml"));
    Path file = directory.resolve("spec.yaml");
    Files.writeString(file, whole.substring(0, whole.indexOf("\noutputs:")));
    Files.copy(scenario.resolve("events.jsonl"), directory.resolve("events.jsonl"));
    PipelineSpec spec = SpecReader.read(file, name -> null);
    try (RecentRows rows = RecentRows.open(GapBins.of(spec.join().interval()))) {
      Pipeline pipeline =
          Pipeline.create(
              PipelineOptionsFactory.fromArgs("--runner=DirectRunner", "--targetParallelism=1")
                  .create());
      KeepRows.of(JoinGraph.build(pipeline, spec), spec, rows);
      pipeline.run().waitUntilFinish();

      assertThat(rows.gaps().stream().mapToLong(n -> n).sum()).isEqualTo(3);
      assertThat(rows.lines(Kind.PAIRS))
          .isNotEmpty()
          .allMatch(line -> line.contains("\"gap_ms\":"));
      assertThat(rows.lines(Kind.UNMATCHED))
          .isNotEmpty()
          .allMatch(line -> line.contains("no_match"));
    }
  }
}
